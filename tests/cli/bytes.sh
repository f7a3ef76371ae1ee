#!/bin/sh
# The same input, options and version give the same bytes, whatever is around: the locale, the
# addresses, the time zone, the folder, the number of threads.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

mkdir plain other there

# Some systems do not let addresses be fixed.
fixed="setarch -R"
$fixed true 2>/dev/null || fixed=

# have LOCALE: the program could use it
have() {
    locale -a 2>/dev/null | tr -d - | grep -qix "$(echo "$1" | tr -d -)"
}

# in_folder FOLDER ARGUMENTS...: routes into it from inside
in_folder() {
    folder=$1
    shift
    (
        cd "$folder" || exit
        "$@" -q --json o.json --svg o.svg --pdf o.pdf --png o.png --width 300
    ) >out 2>err </dev/null
    code=$?
}

# same_as_plain WHAT FOLDER OUTPUT
same_as_plain() {
    for kind in "$3" svg pdf png; do
        check "$1: $kind" cmp "plain/o.$kind" "$2/o.$kind"
    done
    for folder in plain "$2"; do
        grep -v '"\(cpu_s\|wall_s\|peak_mb\)":' "$folder/o.json" >"$folder/timeless.json"
    done
    check "$1: JSON" cmp plain/timeless.json "$2/timeless.json"
    rm -f "$2"/o.*
}

# is_the_same BOARD OUTPUT OPTIONS...: OUTPUT is the ending
is_the_same() {
    board=$1 output=$2
    shift 2
    file=$(basename "$board")
    in_folder plain env LC_ALL=C TZ=UTC "$LEEWAY" route "$board" -o "o.$output" --threads 1 "$@"
    check "$file $*: is routed" [ $code -lt 2 ]

    in_folder other env MALLOC_PERTURB_=85 "$LEEWAY" route "$board" -o "o.$output" --threads 2 "$@"
    same_as_plain "$file $*: again, with two threads" other "$output"

    cp "$board" there
    in_folder there env TZ=Asia/Tokyo "$LEEWAY" route "$file" -o "o.$output" "$@"
    same_as_plain "$file $*: by another name, in another zone" there "$output"

    if [ -n "$fixed" ]; then
        # shellcheck disable=SC2086 # words
        in_folder other $fixed "$LEEWAY" route "$board" -o "o.$output" "$@"
        same_as_plain "$file $*: with fixed addresses" other "$output"
    else
        skip "$file $*: with fixed addresses" "setarch -R is not allowed"
    fi

    for locale in de_DE.UTF-8 tr_TR.UTF-8 fa_IR.UTF-8; do
        if have $locale; then
            in_folder other env LC_ALL=$locale LANG=$locale "$LEEWAY" route "$board" -o "o.$output" "$@"
            same_as_plain "$file $*: in $locale" other "$output"
        else
            skip "$file $*: in $locale" "there is no such locale"
        fi
    done
}

is_the_same "$LEEWAY_SOURCE/boards/logger.xml" xml
is_the_same "$LEEWAY_SOURCE/boards/buck.xml" xml --strategy sequential
is_the_same "$boards/pair.dsn" ses
is_the_same "$boards/pair.kicad_pcb" kicad_pcb
is_the_same "$boards/pair.brd" brd
finish
