#!/bin/sh
# The pages of docs/ cannot go stale: every command that one shows is run, what it says must be what
# the page says, and the pictures that it makes are the page's. After a change write them anew:
#
#     ninja -C build pictures
#
# In a page, a block of ```console has commands behind "$ "; what stands under each is its output,
# both streams, with 0.0 s for what it took. They run in an empty folder in which boards/ and docs/
# are the source's.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

docs=$LEEWAY_SOURCE/docs
mkdir bin lessons
ln -s "$LEEWAY" bin/leeway
PATH=$work/bin:$PATH
export PATH

# A command goes on in the next line where a backslash ends it; those lines are printed.
read_command() {
    command=$1
    while [ "${command%\\}" != "$command" ] && IFS= read -r line; do
        printf '%s\n' "$line"
        command="${command%\\}$line"
    done
}

# The page as it has to be: transcribe PAGE. Pictures are left in the folder.
transcribe() {
    ln -sfn "$LEEWAY_SOURCE/boards" boards
    ln -sfn "$LEEWAY_SOURCE/docs" docs
    inside=no status=0
    while IFS= read -r line; do
        case $inside$line in
        'no```console') inside=yes ;;
        'yes```') inside=no ;;
        'yes$ '*)
            printf '%s\n' "$line"
            read_command "${line#??}"
            sh -c "(exit $status); $command" >said 2>&1 </dev/null
            status=$?
            sed 's/, [0-9]*\.[0-9] s$/, 0.0 s/; $ { /^$/d; }' said
            continue
            ;;
        yes*) continue ;;
        esac
        printf '%s\n' "$line"
    done <"$1"
}

# What a page shows: pictures_of PAGE
pictures_of() {
    grep -o '](\([a-z0-9-]*\.svg\))' "$1" | tr -d ']()'
}

readme_picture() {
    "$LEEWAY" route "$LEEWAY_SOURCE/boards/blinker.xml" -q --png "$1" --width 960
}

cd lessons || exit 1

if [ "${1-}" = --regenerate ]; then
    readme_picture "$docs/blinker.png"
    rm -f "$docs"/lessons/*.svg
    for page in "$docs"/*.md "$docs"/lessons/*.md; do
        transcribe "$page" >written
        cmp -s written "$page" || cp written "$page"
        for picture in $(pictures_of "$page"); do
            cp "$picture" "$docs/lessons"
        done
    done
    exit
fi

same() {
    diff "$1" "$2" >difference && return
    head -20 difference | sed 's/^/# /'
    return 1
}

# Other versions of cairo draw other pictures: picture NAME WANTED MADE
picture() {
    if cmp -s "$2" "$3"; then
        check "$1" true
    elif [ "${LEEWAY_CAIRO%.*}" = 1.16 ]; then
        check "$1: ninja -C build pictures" false
    else
        skip "$1" "cairo is $LEEWAY_CAIRO, it was drawn with 1.16"
    fi
}

readme_picture blinker.png
picture "the picture of the README" "$docs/blinker.png" blinker.png

for page in "$docs"/*.md "$docs"/lessons/*.md; do
    name=${page##*/}
    transcribe "$page" >written
    check "$name: ninja -C build pictures" same "$page" written
    for file in $(pictures_of "$page"); do
        picture "$name shows $file" "$docs/lessons/$file" "$file"
    done
done

# Links between the pages, and to boards.
broken() {
    for page in "$docs"/*.md "$docs"/lessons/*.md "$LEEWAY_SOURCE"/README.md; do
        grep -o '](\([^)#:]*\))' "$page" | sed 's/^](//; s/)$//' | while read -r link; do
            [ -e "${page%/*}/$link" ] || echo "# ${page##*/}: $link"
        done
    done
}
broken >links
check "no link leads nowhere" [ ! -s links ]
cat links

ones=$(cat "$docs"/lessons/*.md | grep -c '^\$ leeway')
check "lessons have commands" [ "$ones" -ge 25 ]
for map in "$LEEWAY_SOURCE"/boards/lessons/*.txt "$LEEWAY_SOURCE"/boards/lessons/*.grid; do
    "$LEEWAY" wave "$map" >out 2>err
    code=$?
    case ${map##*/} in
    shut.txt) check "shut.txt loads, and has no way" [ $code -eq 1 ] ;;
    *) check "${map##*/} loads" [ $code -eq 0 ] ;;
    esac
done
finish
