#!/bin/sh
# Mazes through the command: every format, what goes with what, sizes.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

run maze 31x21 --seed 7
check "a maze goes to standard output" exits 0
check "it has as many rows" [ "$(wc -l <out)" -eq 21 ]
check "of as many cells, walls and free ones alone" [ -z "$(grep -vE '^[#.]{31}$' out)" ]
cp out seven.txt
run maze 31x21 --seed 7 -o m.txt
check "the same seed, the same maze" cmp -s m.txt seven.txt
check "nothing is said" is err ""
run maze 31x21 --seed 8
check "another seed, another maze" [ "$(cat out)" != "$(cat seven.txt)" ]
for ending in xml grid svg pdf png; do
    run maze 31x21 --seed 7 -o m.$ending
    check "as .$ending" [ "$code" -eq 0 ] && [ -s m.$ending ]
done
check "with the nets of a grid beside it" [ "$(head -1 m.nl)" = 1 ]
run route m.grid -o m.sol
check "a grid can be routed" exits 0 err "1 of 1 nets routed"
run route m.xml -o m.routed.xml
check "a board as well" exits 0
run maze 60x40 --kind field --density 35 -o f.txt
check "a field" exits 0

while IFS=: read -r words text; do
    # shellcheck disable=SC2086 # words
    run $words
    check "$words" exits 2 err "$text"
done <<'END'
maze:leeway maze: COLSxROWS is missing
maze 31:"31" is no size such as 61x31
maze 31x:"31x" is no size
maze x31:"x31" is no size
maze 31x21x5:is no size
maze -- -3x5:"-3x5" is no size
maze 2x5:from 3 to 10000 columns and rows, not 2 x 5
maze 10001x5:from 3 to 10000
maze 31x21 -o m.gif:does not end in .txt
maze 31x21 --density 20:--density is for --kind field
maze 31x21 --kind field --thin -o m.svg:--thin is for mazes
maze 31x21 --kind field --ease 3:--ease is for mazes
maze 31x21 --thin:--thin says nothing without a picture
maze 31x21 --theme dark -o m.txt:--theme says nothing without a picture
maze 31x21 --width 100 -o m.svg:--width says nothing without a PNG
maze 31x21 --kind round:--kind is grown, dug or field, not "round"
maze 1000x1000 -o large.xml:a board of more than 262144 cells
maze 10000x10000 --kind field --density 101:at most 100
END
check "nothing was written by that" absent large.xml m.gif
run maze 31x21 -o nowhere/m.txt
check "a folder that there is not" exits 4 err "nowhere/m.txt"
finish
