#!/bin/sh
# Where the command writes, and what is left when it cannot.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

root=no
[ "$(id -u)" -ne 0 ] || root=yes

# ---- what must not be overwritten ----

run route pair.xml -o pair.xml
check "the input is not overwritten" exits 2 err '"pair.xml" is the input; --in-place writes'
ln -s pair.xml link.xml
run route pair.xml -o link.xml
check "nor through a symbolic link" exits 2 err '"link.xml" is the input'
ln pair.xml hard.xml
run route pair.xml -o ./hard.xml
check "nor under another name" exits 2 err '"./hard.xml" is the input'
run draw pair.xml --svg pair.xml
check "nor by a picture" exits 2 err '"pair.xml" is the input'
check "the input is as it was" cmp -s pair.xml "$boards/pair.xml"
run route pair.xml -o o.xml --json o.xml
check "two outputs in one new file" exits 2 err 'two outputs go to "o.xml"'
touch there.xml
run route pair.xml -o there.xml --svg ./there.xml
check "two outputs in one file by two names" exits 2 err 'two outputs go to "./there.xml"'
run route pair.xml -o o.xml --svg ./o.xml
check "two outputs in one new file by two names" exits 2 err 'two outputs go to "./o.xml"'
run route pair.xml -o - --svg -
check "two outputs to standard output" exits 2 err "only one output can go to standard output"
run route pair.xml --in-place -o o.xml
check "--in-place with -o" exits 2 err "--in-place"
run route - --in-place
check "--in-place of standard input" exits 2 err "--in-place"

# Nor are other files that are read.
cp pair.xml base.xml
run check pair.xml --base base.xml --json base.xml
check "the base is not overwritten" exits 2 err '"base.xml" is the input'
cp "$boards/pair.kicad_pcb" .
echo '{}' >pair.kicad_pro
for words in "route pair.kicad_pcb --json" "check pair.kicad_pcb --json" "draw pair.kicad_pcb --svg" \
    "convert pair.kicad_pcb -f leeway-xml -o"; do
    # shellcheck disable=SC2086 # words
    run $words pair.kicad_pro
    check "the project is not overwritten: $words" exits 2 err '"pair.kicad_pro" is read with the input'
done
cp pair.kicad_pcb routed.kicad_pcb
echo '{}' >routed.kicad_pro
while IFS=: read -r words project; do
    # shellcheck disable=SC2086 # words
    run $words
    check "nor that beside another board: $words" exits 2 err "\"$project\" is read with the input"
done <<'END'
check routed.kicad_pcb --base pair.kicad_pcb --json pair.kicad_pro:pair.kicad_pro
check routed.kicad_pcb --base pair.kicad_pcb --svg routed.kicad_pro:routed.kicad_pro
grade pair.kicad_pcb routed.kicad_pcb --json routed.kicad_pro:routed.kicad_pro
grade pair.kicad_pcb routed.kicad_pcb --json pair.kicad_pro:pair.kicad_pro
END
check "its project is as it was" is routed.kicad_pro "{}"
check "the project is as it was" is pair.kicad_pro "{}"
cp "$LEEWAY_SOURCE"/boards/lessons/corner.* .
"$LEEWAY" route corner.grid -q -o corner.sol
run check corner.grid corner.sol --json corner.nl
check "nets beside a grid are not overwritten" exits 2 err '"corner.nl" is read with the input'
run draw corner.grid corner.nl corner.sol --svg corner.nl
check "nor nets that are named" exits 2 err '"corner.nl" is the input'
run draw corner.grid corner.sol --svg corner.sol
check "nor paths" exits 2 err '"corner.sol" is the input'
run check corner.grid - -
check "two inputs from standard input" exits 2 err "only one input can come from standard input"

# Nor through standard input and output.
cp pair.xml stream.xml
"$LEEWAY" route - -q -o stream.xml <stream.xml 2>err
code=$?
check "standard input is not overwritten" exits 2 err '"stream.xml" is the input'
"$LEEWAY" route stream.xml -q -o - >>stream.xml 2>err
code=$?
check "nor does standard output go into the input" exits 2 err 'standard output is the input'
"$LEEWAY" route stream.xml -q -o - --svg both.out >both.out 2>err
code=$?
check "two outputs in one file, once as standard output" exits 2 err 'two outputs go to "both.out"'
check "the input is as it was" cmp -s stream.xml pair.xml
"$LEEWAY" route - -q -o - </dev/null >/dev/null 2>err
code=$?
check "devices may be both" exits 3 err "the file is empty"

cp pair.xml own.xml
chmod 640 own.xml
run route own.xml --in-place -q
check "--in-place writes the result into the input" exits 0
check "and adds the track" grep -q "<wire" own.xml
check "and keeps the permissions" [ "$(stat -c %a own.xml)" = 640 ]

# ---- boards are no pictures ----

for kind in svg pdf PNG; do
    run route pair.xml -o "o.$kind"
    small=$(echo $kind | tr A-Z a-z)
    check "route: -o o.$kind" exits 2 err "its picture goes to --$small o.$kind"
    run convert pair.xml -o "o.$kind"
    check "convert: -o o.$kind" exits 2 err "'leeway draw' makes pictures"
    check "and nothing is written" absent "o.$kind"
done
run convert pair.xml -o o.svg --format leeway-xml
check "who names the format may name the file as well" exits 0

# ---- standard input and output ----

run route pair.xml -o routed.xml -q
"$LEEWAY" route - -o - <pair.xml >out 2>err
code=$?
check "a board through a pipe" exits 0 err "pair: 1 of 1 connections routed"
check "is the same as from file to file" cmp -s out routed.xml
for kind in svg pdf png; do
    run draw pair.xml -o file.$kind
    run draw pair.xml --$kind -
    check "$kind on standard output" exits 0
    check "$kind on standard output is that of a file" cmp -s out file.$kind
    check "$kind on standard output: no talk" is err ""
done
run draw pair.xml -o -
check "a picture of no kind to standard output" exits 2 err "of which kind? --svg -, --pdf - or --png - write a picture"
run check pair.xml --json -
check "JSON alone on standard output" [ "$(head -c 1 out)" = "{" ]
check "the report goes to stderr then" grep -q "0 of 1 connections" err
run convert pair.xml -o -
check "a document that is only copied is the same" cmp -s out pair.xml

# ---- what cannot be written ----

run route pair.xml -o nowhere/o.xml
check "no such folder" exits 4 err "nowhere/o.xml: error: cannot be written: No such file or directory"
run route pair.xml -o .
check "a folder" exits 4 err ".: error: cannot be written: Is a directory"
run route pair.xml -o o2.xml --svg nowhere/o.svg
check "is known before anything is written" absent o2.xml
if [ $root = no ]; then
    mkdir shut
    chmod 555 shut
    run route pair.xml -o shut/o.xml
    check "a folder without permission" exits 4 err "Permission denied"
else
    skip "a folder without permission" "root may write everywhere"
fi
rm -f heard.*
{ sleep 1 && "$LEEWAY" route pair.xml -o heard.xml --json heard.json --svg heard.svg; } 2>&1 | :
check "nobody listens: all files are there nevertheless" [ "$(echo heard.*)" = "heard.json heard.svg heard.xml" ]
if [ -c /dev/full ]; then
    run route pair.xml -q -o /dev/full
    check "a full device" exits 4 err "/dev/full: error: cannot be written: No space left on device"
    for words in "info pair.xml" "info --json pair.xml" "check pair.xml" "--help" "--version" "route --help" "convert pair.xml -o -" "draw pair.xml --png -"; do
        # shellcheck disable=SC2086 # words
        "$LEEWAY" $words >/dev/full 2>err
        code=$?
        check "a full standard output: $words" exits 4 err "No space left on device"
    done
else
    skip "a full device" "there is no /dev/full"
fi
"$LEEWAY" convert pair.xml -o - >&- 2>err
code=$?
check "a closed standard output" exits 4 err "cannot be written"
"$LEEWAY" info pair.xml >&- 2>err
code=$?
check "a closed standard output: info" exits 4 err "standard output"
"$LEEWAY" route pair.xml -o closed.xml 2>&- >&- <&-
code=$?
check "no standard files at all" exits 0
check "and no talk in the output" cmp -s closed.xml routed.xml
{
    echo before
    "$LEEWAY" route pair.xml -q -o /dev/stdout
    echo after
} >out
check "/dev/stdout goes on where standard output is" [ "$(sed '1d;$d' out)" = "$(cat routed.xml)" ]
"$LEEWAY" route pair.xml -q -o /dev/fd/7 7>out
check "and so does /dev/fd/7" cmp -s out routed.xml
"$LEEWAY" draw pair.xml --svg /dev/fd/7 2>err 7>&-
code=$?
check "a closed descriptor" exits 4 err "/dev/fd/7: error: cannot be written: Bad file descriptor"
# Nobody but root may make files in /dev, and nobody has to.
nobody="setpriv --reuid=65534 --clear-groups"
if [ $root = no ]; then
    nobody=
fi
if $nobody "$LEEWAY" info - <pair.xml >/dev/null 2>&1; then
    $nobody "$LEEWAY" route - -q -o /dev/stdout <pair.xml >out 2>err
    code=$?
    check "a plain file as /dev/stdout needs no right in /dev" exits 0
    check "and gets the board" cmp -s out routed.xml
else
    skip "a plain file as /dev/stdout needs no right in /dev" "there is no other user to run as"
fi

# ---- whole files or none ----

dense 12 >dense.xml
echo old >limited.xml
(
    ulimit -f 8
    "$LEEWAY" convert dense.xml -o limited.xml 2>err
)
code=$?
check "a file that may not grow" exits 4 err "limited.xml: error: cannot be written: File too large"
check "leaves the old one" is limited.xml old
check "and no other" [ -z "$(find . -name '*.tmp')" ]

# Killed at some moment: the old file or the new one, never a part.
"$LEEWAY" convert dense.xml -o new.xml
whole=0
for pause in 0 0.01 0.02 0.03 0.04 0.05 0.06 0.08 0.1 0.15; do
    echo old >killed.xml
    "$LEEWAY" convert dense.xml -o killed.xml &
    sleep $pause
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    if is killed.xml old || cmp -s killed.xml new.xml; then
        whole=$((whole + 1))
    fi
done
check "a killed run leaves the old file or the new one" [ $whole -eq 10 ]

# By a signal that can be heeded: no temporary file is left either.
find . -name '.*.tmp' -exec rm {} +
"$LEEWAY" draw dense.xml --no-check -o new.svg
whole=0
killed=0
for pause in 0 0.01 0.02 0.03 0.04 0.05 0.06 0.08 0.1 0.15; do
    for signal in INT TERM HUP; do
        echo old >killed.xml
        echo old >killed.svg
        env --default-signal=INT,HUP "$LEEWAY" convert dense.xml -o killed.xml &
        convert=$!
        env --default-signal=INT,HUP "$LEEWAY" draw dense.xml --no-check -o killed.svg &
        sleep $pause
        kill -s $signal $convert $! 2>/dev/null
        wait $convert
        case $? in
        0) ;;
        129 | 130 | 143) killed=$((killed + 1)) ;;
        *) whole=-100 ;;
        esac
        wait $!
        if is killed.xml old || cmp -s killed.xml new.xml; then
            whole=$((whole + 1))
        fi
        if is killed.svg old || cmp -s killed.svg new.svg; then
            whole=$((whole + 1))
        fi
    done
done
check "an interrupted run leaves the old file or the new one" [ $whole -eq 60 ]
check "dies by the signal" [ $killed -gt 0 ]
check "and leaves no temporary file" [ -z "$(find . -name '.*.tmp')" ]

# ends_with FILE TEXT: the end of a whole file
ends_with() {
    tail -c 20 "$1" | grep -qF -- "$2"
}
# is_whole FILE TEXT: absent, as it was, or new to its end
is_whole() {
    [ ! -e "$1" ] || is "$1" old || ends_with "$1" "$2"
}

# Routing has several outputs, one after the other.
dense 7 >several.xml
broken=0 ended=0 left=0
for pause in 0.02 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.5 0.6 0.8; do
    for signal in INT TERM KILL; do
        rm -f s.xml s.svg s.pdf
        [ $signal = TERM ] || echo old | tee s.xml s.svg >s.pdf
        env --default-signal=INT "$LEEWAY" route several.xml -q -o s.xml --svg s.svg --pdf s.pdf &
        sleep $pause
        kill -s $signal $! 2>/dev/null
        wait $! 2>/dev/null
        case "$signal,$?" in
        *,0 | *,1 | INT,130 | TERM,130 | TERM,143 | KILL,137) ended=$((ended + 1)) ;;
        esac
        is_whole s.xml "</board>" && is_whole s.svg "</svg>" && is_whole s.pdf "%%EOF" ||
            broken=$((broken + 1))
        [ $signal = KILL ] || left=$((left + $(find . -name '.*.tmp' | wc -l)))
        find . -name '.*.tmp' -exec rm {} +
    done
done
check "an ended run of several outputs leaves each whole" [ $broken -eq 0 ]
check "and no temporary file, unless it was killed" [ $left -eq 0 ]
check "and tells by its status what happened" [ $ended -eq 36 ]

# A reader that goes away ends the program without a word; a full device is told.
"$LEEWAY" convert dense.xml -f leeway-xml -o - 2>err | head -c 10 >out
check "a closed pipe: nothing is said" [ ! -s err ]
if [ -c /dev/full ]; then
    run convert dense.xml -f leeway-xml -o /dev/full
    check "a full device" exits 4 err "/dev/full: error: cannot be written: No space left on device"
    "$LEEWAY" info dense.xml >/dev/full 2>err
    code=$?
    check "full standard output" exits 4 err "cannot write to standard output: No space left on device"
    "$LEEWAY" convert dense.xml -f leeway-xml -o - >/dev/full 2>err
    code=$?
    check "a board to full standard output" exits 4 err "No space left on device"
fi
finish
