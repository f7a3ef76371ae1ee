#!/bin/sh
# Formats through the command, and that what is shown to people runs: the examples of --help and the
# first steps of the README.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
cp "$boards/pair.brd" .

is_eagle() {
    grep -q '<eagle' "$1"
}
is_leeway() {
    grep -q 'urn:leeway:board:1' "$1"
}

run route pair.brd -o routed.brd
check "an EAGLE board is routed" exits 0 err "2 of 2 connections routed"
check "into its own document, where nothing else changes" [ -z "$(diff pair.brd routed.brd | grep -v '^> <wire\|^[0-9]')" ]
run route pair.brd -o routed.xml -q
check "an ending that the input has not says the format" is_leeway routed.xml
run route pair.brd -o forced.xml --format eagle -q
check "--format says it against the ending" cmp -s forced.xml routed.brd
run route pair.brd -o - -q
check "standard output has the input's" cmp -s out routed.brd
cp pair.brd eagle.xml
run route eagle.xml -o copy.xml -q
check "an ending that the input has as well says nothing" is_eagle copy.xml
run route pair.brd -o routed.txt -q
check "nor does any other" is_eagle routed.txt
run check routed.xml
check "a converted board is routed and clean as well" exits 0 out "2 of 2 connections routed"

run convert pair.brd -o pair2.xml
check "convert by the ending" is_leeway pair2.xml
run convert routed.xml -o again.xml
check "convert to the same format changes nothing" cmp -s again.xml routed.xml
for command in route convert; do
    run $command pair.xml -o pair2.brd
    check "$command: an EAGLE document is not made anew" exits 2 err "pair.xml: error: cannot be written as EAGLE"
    check "$command: and nothing is left" absent pair2.brd
done

# ---- what is shown ----

mkdir bin shown
ln -s "$LEEWAY" bin/leeway
PATH=$PWD/bin:$PATH
runs() { # LINE, in the folder shown/
    (cd shown && sh -c "${1%%| jq*}" >../out 2>../err)
    code=$?
    [ $code -le 1 ]
}
cp "$LEEWAY_SOURCE/boards/blinker.xml" board.xml
for command in route check draw info convert; do
    "$LEEWAY" $command --help | sed -n '/^examples:/,$s/^  //p' >examples
    while read -r line; do
        rm -f shown/*
        cp board.xml pair.brd shown
        cp pair.brd shown/board.brd
        cp routed.xml routed.brd shown
        check "--help: $line" runs "$line"
    done <examples
done
rm -f shown/*
cp pair.brd shown/your.brd
ln -s "$LEEWAY_SOURCE/boards" shown/boards
sed -n 's/ *#.*//; /^leeway /p' "$LEEWAY_SOURCE/README.md" >examples
check "the README has five first steps" [ "$(wc -l <examples)" -eq 5 ]
while read -r line; do
    check "README: $line" runs "$line"
done <examples
finish
