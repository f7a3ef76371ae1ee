#!/bin/sh
# What the command makes of some boards, byte for byte. A change of the router changes these files;
# look at the difference, then write them anew on purpose:
#
#     ninja -C build golden pictures
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

golden=$LEEWAY_SOURCE/tests/cli/golden
cd "$LEEWAY_SOURCE/boards" || exit 1
"$LEEWAY" info *.xml >"$work/info.txt"
for board in blinker flasher h-bridge lesson throwie; do
    "$LEEWAY" route $board.xml -q -o "$work/$board.xml"
done
for problem in corner.grid crossing.grid swamp.grid circuit.txt labyrinth.txt; do
    "$LEEWAY" route lessons/$problem -q -o "$work/${problem%.*}.sol"
    "$LEEWAY" info lessons/$problem >>"$work/info.txt"
done
cd "$work" || exit 1
made="info.txt blinker.xml flasher.xml h-bridge.xml lesson.xml throwie.xml
    corner.sol crossing.sol swamp.sol circuit.sol labyrinth.sol"

if [ "${1-}" = --regenerate ]; then
    # shellcheck disable=SC2086 # names
    cp $made "$golden"
    exit
fi

same() {
    diff "$1" "$2" >difference && return
    head -20 difference | sed 's/^/# /'
    return 1
}
for file in $made; do
    check "golden/$file" same "$golden/$file" "$file"
done

finish
