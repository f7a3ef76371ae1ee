#!/bin/sh
# Every wrong board of tests/invalid through the command: exit 3, its one message on stderr, nothing
# on stdout, no file.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

count=0
for folder in "$LEEWAY_SOURCE"/tests/invalid/*/; do
    for board in "$folder"board.*; do
        [ "${board##*.}" != nl ] || continue # the nets of a grid beside it
        count=$((count + 1))
        rm -f board.* o.xml
        cp "$folder"board.* .
        run route "${board##*/}" -o o.xml
        check "$(basename "$folder")" [ "$code,$(cat out),$(cat err)" = "3,,$(cat "$folder"expected)" ]
        absent o.xml || check "$(basename "$folder") writes nothing" false
    done
done
check "there are wrong boards to try" [ $count -ge 40 ]
finish
