#!/bin/sh
# Worksheets through the command: pages, papers, what is refused.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
cp "$LEEWAY_SOURCE"/boards/lessons/* "$LEEWAY_SOURCE"/boards/blinker.xml .

run worksheet 10x8 -o lee.pdf
check "a worksheet" exits 0
check "nothing is said" [ -z "$(cat out err)" ]
check "it is a PDF" [ "$(head -c5 lee.pdf)" = "%PDF-" ]
run worksheet 10x8 --seed 1 -a lee -n 1 --page a4 --parts answer,blank,half -o same.pdf
check "defaults are what they are said to be, and bytes are the same" cmp -s lee.pdf same.pdf
run worksheet 10x8 --seed 2 -o other.pdf
check "another seed, another sheet" [ "$code" -eq 0 ] && ! cmp -s lee.pdf other.pdf
if command -v pdfinfo >/dev/null; then
    pdfinfo lee.pdf >out
    check "three pages" grep -qE "^Pages: +3$" out
    check "of A4" grep -q "(A4)" out
    run worksheet 9x9 -a lee,weighted --exercises 2 --parts blank,answer --page letter -o four.pdf
    pdfinfo four.pdf >out
    check "two exercises, of each algorithm: a blank page and an answer" grep -qE "^Pages: +8$" out
    check "of Letter" grep -q "(letter)" out
else
    skip "pages and paper" "there is no pdfinfo"
fi
if command -v pdfinfo >/dev/null && command -v pdftotext >/dev/null; then
    run worksheet maze.txt -o across.pdf
    check "the paper lies across for a wide map" [ -n "$(pdfinfo across.pdf | grep 'Page size: *841')" ]
    run worksheet 8x6 --seed 4 -n 2 -a lee,weighted --directions 8 --density 10 -o all.pdf
    note=$(pdftotext -f 7 -l 7 -layout all.pdf - | sed -n 's/^ *leeway //p')
    check "the foot says how the exercise is made" [ "$note" = "worksheet 8x6 -a weighted --seed 5 --density 10 --directions 8 -o exercise.pdf" ]
    # shellcheck disable=SC2086 # words
    run $note
    pdftotext -f 1 -l 1 -layout exercise.pdf again.txt
    pdftotext -f 7 -l 7 -layout all.pdf first.txt
    sed 's/Exercise [0-9]*/Exercise/' again.txt >one
    sed 's/Exercise [0-9]*/Exercise/' first.txt >two
    check "and makes it again" cmp -s one two
else
    skip "the paper across, and the foot" "there is no pdfinfo"
fi
printf 'S.#.T\n..#..\n.....\n' >wall.txt
run worksheet wall.txt -o wall.pdf
check "of a maze" exits 0
if command -v pdftotext >/dev/null; then
    pdftotext -f 1 -l 1 -layout wall.pdf blank.txt
    check "the task in plain words" grep -q "Write 0 into S" blank.txt
    check "room for a name" grep -q "Name .*Date" blank.txt
    check "no number is there yet" [ -z "$(grep -E '^ *[0-9]+( +[0-9]+)+ *$' blank.txt)" ]
    # By hand: the wave from S comes to T in 8 steps; of the last but one 4,1 has its 7.
    pdftotext -f 3 -l 3 -layout wall.pdf answer.txt
    check "the answer: 8 steps" grep -q "8 steps" answer.txt
    # The letters of the ends stand in their cells, and may come before the numbers.
    tr -d ST <answer.txt | tr -s ' ' | grep -E '^ ?[0-9]' >rows
    check "the first row" grep -qE "^ ?0 1 7 8" rows
    check "the second row" grep -qE "^ ?1 2 6 7" rows
    check "the third row" grep -qE "^ ?2 3 4 5 6" rows
    cp wall.txt "it's a wall.txt"
    run worksheet "it's a wall.txt" -o wall.pdf
    note=$(pdftotext -f 1 -l 1 -layout wall.pdf - | sed -n 's/^ *leeway //p')
    check "a name with blanks is one word of the foot" [ "$note" = "worksheet 'it'\\''s a wall.txt' -a lee -o exercise.pdf" ]
    eval "run $note"
    check "which a shell takes as it stands" cmp -s wall.pdf exercise.pdf
else
    skip "what stands on the pages" "there is no pdftotext"
fi
run worksheet corner.grid -a bends --exercises 1 -o corner.pdf
check "of a field problem" exits 0
for name in lee double akers-123 akers-1122 akers-1221 direction breadth sweep sweep-4 weighted bends; do
    run worksheet 6x6 -a $name -o $name.pdf
    check "$name" [ "$code" -eq 0 ] && [ -s $name.pdf ]
done
while IFS=: read -r words text; do
    # shellcheck disable=SC2086 # words
    run $words
    check "$words" exits 2 err "$text"
done <<'END'
worksheet:leeway worksheet: which file?
worksheet 10x8:where to? -o FILE.pdf
worksheet 10x8 -o no.svg:"no.svg": worksheets are PDF
worksheet blinker.xml -o o.pdf:; on a grid of 3.0 mm they might do
worksheet 60x30 -o o.pdf:60 x 30 cells are too many to be written by hand: they would be 4.4 mm wide, and 6 mm is the least
worksheet 2x9 -o o.pdf:from 3 to 100 columns and rows, not 2 x 9
worksheet 10x8 -a astar -o o.pdf:astar writes nothing that is worth filling in
worksheet 10x8 -a lea -o o.pdf:there is no "lea"; did you mean "lee"?
worksheet 10x8 --net 1 -o o.pdf:--net says nothing of a random exercise
worksheet wall.txt --seed 3 -o o.pdf:--seed says nothing of a file
worksheet wall.txt -n 3 -o o.pdf:--exercises: there are not so many nets
worksheet 10x8 --parts blank,all -o o.pdf:--parts: "all" is not blank, half or answer
worksheet 10x8 --density 61 -o o.pdf:at most 60 cells in a hundred
worksheet 10x8 --page a5 -o o.pdf:--page is a4 or letter, not "a5"
worksheet 10x8 --directions 8 -a akers-1122 -o o.pdf:akers-1122: does not fit
worksheet wall.txt -o wall.txt:wall.txt
END
check "nothing was written by that" absent o.pdf
run worksheet nowhere.txt -o o.pdf
check "no file" exits 3 err "nowhere.txt"
finish
