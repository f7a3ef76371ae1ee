#!/bin/sh
# Solutions graded through the command: what is told, with which line, and the exit status.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
cp "$LEEWAY_SOURCE"/boards/lessons/* "$LEEWAY_SOURCE"/boards/blinker.xml .

# ---- paths ----

"$LEEWAY" route corner.grid -o corner.sol -q
run grade corner.grid corner.sol
check "right and optimal: exit 0" exits 0 out "corner.sol: right: optimal, no paths cost less"
check "legal" grep -qx "  legal        yes" out
check "joined" grep -qx "  connected    1 of 1 nets have a path" out
check "nothing overlaps" grep -qx "  overlaps     none" out
check "the bound" grep -qx "  lower bound  20, each net alone at its cheapest" out
check "a row of the net: number, cost, alone, more, cells, bends, vias, line" \
    grep -qE "^ +1 +right +20 +20 +0 +10 +1 +0 +2\$" out
run grade corner.grid corner.sol --json corner.nl
check "nets beside the task are not overwritten" exits 2 err '"corner.nl" is read with the input'
"$LEEWAY" grade corner.grid - <corner.sol >out 2>err
code=$?
check "from standard input" exits 0 out "standard input: right"
"$LEEWAY" route crossing.grid -o crossing.sol -q
run grade crossing.grid crossing.nl crossing.sol
check "right, and no more is known" exits 0 out "right: not proved optimal, it costs 22 more than the lower bound of 23"

# Line 3 is the first cell of net 1; without line 4 there is a gap.
sed 4d corner.sol >gap.sol
run grade corner.grid gap.sol --json o.json
check "a gap: exit 5" exits 5 out "gap.sol: wrong"
check "with its line" grep -q "^  gap.sol:4: gap: net 1 jumps to a cell" out
check "in JSON as well" grep -q '"line": 4' o.json
check "with its rule" grep -q '"rule": "gap"' o.json
printf '1\n1\n0\n' >open.sol
run grade corner.grid open.sol
check "no path: exit 1" exits 1 out "open.sol: incomplete: 1 net without a path from pin to pin"
check "with its line as well" grep -qx "  open.sol:2: open: net 1 has no path" out
sed '$d' corner.sol | sed '$d' >short.sol
echo 0 >>short.sol
run grade corner.grid short.sol
check "a path that does not come to its pin: exit 1" exits 1 out "ends: net 1 does not lead from one of its pins to the other"
printf '2\n1\n1 0 0\n1 1 0\n0\n2\n1 1 0\n1 1 1\n0\n' >two.sol
printf '2 2 1 1\n1 1 1 1\n-1 -1 -1 -1\n' >two.grid
printf '2\n1 1 0 0 1 1 1\n2 1 1 0 1 0 1\n' >two.nl
run grade two.grid two.sol
check "a foreign pin, with its line" exits 5 out "two.sol:4: blocked: net 1 comes to a cell that is blocked or another net's pin"
run grade two.grid two.sol --quiet
check "--quiet says nothing" [ "$code,$(cat out err)" = "5," ]
{ echo 3; sed 1d corner.sol; printf '7\n1 0 0\n0\n'; } >unknown.sol
last=$(($(wc -l <unknown.sol) - 2))
run grade corner.grid unknown.sol
check "a net that there is not: exit 5, with its line" exits 5 out "unknown.sol:$last: unknown: there is no net 7"
check "the wrong number of nets as well" grep -qx "  unknown.sol:1: count: the file announces 3 nets, which is not how many it has" out
check "and the report for the others" grep -qE "^ +1 +right +20 " out
run check corner.grid unknown.sol --json -
check "it has no place" grep -q '"layer": null' out
printf '2\n1\n1 0 0\n3 0 0\n0\n2\n1 1 0\n3 1 0\n1 0 0\n0\n' >astray.sol
run grade two.grid astray.sol
check "a via behind the last cell: exit 5" exits 5 out "astray.sol:4: via: net 1 ends with a via"
check "and what is wrong with the next net" grep -q "^  astray.sol:9: via: net 2 changes the layer without a via, or has" out
printf '1\n1\n1 0 x\n0\n' >unread.sol
run grade two.grid unread.sol
check "what cannot be read: exit 3, with line and column" exits 3 err "unread.sol:3:5: error:"
"$LEEWAY" route labyrinth.txt -o labyrinth.sol -q
run grade labyrinth.txt labyrinth.sol
check "a labyrinth" exits 0 out "right"
"$LEEWAY" route circuit.txt -o circuit.sol -q
run grade circuit.txt circuit.sol --json -
check "JSON on standard output stands alone" [ "$code,$(head -c1 out)" = "0,{" ]
printf 'd 4 3 1\nw 1 1 0\np 0 1 0 2 1 0\np 1 0 0 1 2 0\nw 0 0 0\nw 0 2 0\n' >shut.txt
"$LEEWAY" route shut.txt -o shut.sol -q
run grade shut.txt shut.sol
check "a net without any way needs none" exits 0 out "right"
check "and is told" grep -qE "^ +1 +no way " out

# ---- ways ----

printf 'S.#.T\n..#..\n.....\n' >wall.txt
printf '0 0\n0 1\n0 2\n1 2\n2 2\n3 2\n4 2\n4 1\n4 0\n' >way.txt
run grade wall.txt way.txt
check "a way: right and optimal" exits 0 out "way.txt: right: optimal, no way is cheaper"
check "its cost" grep -qx "  cost         8" out
check "its bends" grep -qx "  bends        2" out
printf 'S.#*T\n**#*.\n.***.\n' >drawn.txt
run grade wall.txt drawn.txt
check "a drawing" exits 0 out "right"
run grade wall.txt drawn.txt --bend 3
check "bends may cost: 8 steps and 5 bends, of which 2 will do" exits 0 out "not optimal, a cheapest way costs 14, which is 9 less"
printf '0 0\n1 0\n2 0\n3 0\n4 0\n' >through.txt
run grade wall.txt through.txt
check "through a wall: exit 5, with its line" exits 5 out "through.txt:3: blocked: 2,0 is blocked"
run grade wall.txt through.txt --from 0,0 --to 1,0
check "other ends" exits 5 out "from 0,0 to 1,0"
printf '0 0\n0 1\n' >begun.txt
run grade wall.txt begun.txt
check "not there yet: exit 1" exits 1 out "begun.txt: incomplete"
printf '0 0\n0 one\n' >odd.txt
run grade wall.txt odd.txt
check "no cell: exit 3" exits 3 err "odd.txt:2: error: a cell is"

# ---- traces ----

# The wave labels S in step 0, two cells each in steps 1 and 2: lines 2 to 4.
"$LEEWAY" wave wall.txt --trace lee.jsonl >/dev/null 2>&1
run grade wall.txt lee.jsonl
check "a trace: right" exits 0 out "lee.jsonl: right: all labels are the algorithm's"
check "all steps" grep -qx "  steps        9 of 9 are right" out
sed 's/\[1,1,1,2\],\[0,2,1,2\]/[0,2,1,2],[1,1,1,2]/' lee.jsonl >turned.jsonl
run grade wall.txt turned.jsonl
check "in another order within a step" [ "$code" -eq 0 ] && ! cmp -s lee.jsonl turned.jsonl
sed 's/\[1,1,1,2\]/[1,1,1,3]/' lee.jsonl >wrong.jsonl
run grade wall.txt wrong.jsonl --json o.json
check "a wrong label, with its line" exits 5 out "  wrong.jsonl:4: step 2: 1,1 is labelled 3, and has to be 2"
check "two steps were right" grep -q '"steps": 2' o.json
sed 's/\[1,1,1,2\],//' lee.jsonl >missing.jsonl
run grade wall.txt missing.jsonl
check "a label that is missing" exits 5 out "missing.jsonl:4: step 2: 1,1 is not labelled, and has to be 2"
sed 's/\[1,1,1,2\],/[1,1,1,2],[4,2,1,2],/' lee.jsonl >more.jsonl
run grade wall.txt more.jsonl
check "a label too many" exits 5 out "more.jsonl:4: step 2: 4,2 is labelled 2, and gets no label in this step"
head -4 lee.jsonl >begun.jsonl
run grade wall.txt begun.jsonl
check "a trace that ends early" exits 1 out "begun.jsonl:4: the algorithm goes on"
for file in way.txt drawn.txt lee.jsonl; do
    { printf '\357\273\277'; cat $file; } >marked.txt
    run grade wall.txt marked.txt
    check "$file with a byte order mark" exits 0 out "marked.txt: right"
done
printf '.....\n.....\n.....\n....T\nS....\n' >taller.txt
"$LEEWAY" wave taller.txt --trace taller.jsonl >/dev/null 2>&1
run grade wall.txt taller.jsonl
check "a trace of another map" exits 5 out 'taller.jsonl:1: run: "rows" is told to be 5, and is 3'
check "is no bad file" [ ! -s err ]
run grade wall.txt lee.jsonl --algorithm akers-123
check "another algorithm's" exits 5 out "lee.jsonl:2: step 0: 0,0 is labelled 0, and has to be 3"
"$LEEWAY" wave blinker.xml --net OUT --algorithm weighted --trace out.jsonl >/dev/null 2>&1
run grade blinker.xml out.jsonl --net OUT -a weighted
check "a board's" exits 0 out "right"
printf '{"type":"step","labelled":[[0,0,1,0]]}\n{"type":"step","labelled":[[9,0,1,0]]}\n' >off.jsonl
run grade wall.txt off.jsonl
check "a cell that there is not" exits 5 out "off.jsonl:2: outside: [9,0,1] is no cell of the map"
printf '{"type":"step","labelled":[[1,1,1,0]]}\n{"type":"step","labelled":[[9,9,1,1]]}\n' >off.jsonl
run grade wall.txt off.jsonl
check "cells counted from 1: the first wrong line is told" exits 5 out "off.jsonl:1: step 0: 0,0 is not labelled, and has to be 0"
check "and no other" [ "$(grep -c "off.jsonl:[0-9]" out)" -eq 1 ]
printf '{"type":"step","labelled":[[0,0,0]]}\n' >off.jsonl
run grade wall.txt off.jsonl
check "a label of three numbers" exits 3 err "off.jsonl:1: error: a label is [x, y, layer, value]"
printf '{"type":"step"\n' >half.jsonl
run grade wall.txt half.jsonl
check "no JSON" exits 3 err "half.jsonl:1:"
# Five cells in a column: the last step comes to both ends, and one of them is the target.
printf '.\n.\n.\n.\n.\n' >column.txt
steps() {
    for labels in "$@"; do
        printf '{"type":"step","labelled":[%s]}\n' "$labels"
    done
}
while IFS='|' read -r status about labels text; do
    steps '[0,2,1,0]' '[0,1,1,1],[0,3,1,1]' "$labels" >last.jsonl
    run grade column.txt last.jsonl --from 0,2 --to 0,4
    check "$about" exits "$status" out "$text"
done <<END
0|the last step may be made to its end|[0,0,1,2],[0,4,1,2]|last.jsonl: right: all labels are the algorithm's; path: none is told
0|or left at once|[0,4,1,2]|right
5|but not with other labels|[0,0,1,3],[0,4,1,2]|last.jsonl:3: step 2: 0,0 is labelled 3, and gets no such label in this step
5|nor without the target's|[0,0,1,2]|last.jsonl:3: step 2: 0,4 is not labelled, and has to be 2
END

# The target's wave touches the other one beside it, and may label the cell below it as well.
printf 'S.T\n...\n' >touch.txt
steps '[0,0,1,0],[2,0,1,0,1]' '[1,0,1,1],[0,1,1,1]' >touch.jsonl
run grade touch.txt touch.jsonl -a double
check "two waves that touch: no more need be labelled" exits 0 out "right"
steps '[0,0,1,0],[2,0,1,0,1]' '[1,0,1,1],[0,1,1,1]' '[2,1,1,1,1]' >touch.jsonl
run grade touch.txt touch.jsonl -a double
check "but may be" exits 0 out "right"
steps '[0,0,1,0],[2,0,1,0,1]' '[1,0,1,1],[0,1,1,1]' '[1,1,1,1,1]' >touch.jsonl
run grade touch.txt touch.jsonl -a double
check "where the step leads" exits 5 out "1,1 is labelled 1, and gets no such label in this step"
steps '[0,0,1,0],[2,0,1,0]' >fifth.jsonl
run grade touch.txt fifth.jsonl -a double
check "whose wave it is has to be told" exits 5 out "2,0 is labelled as of the wave from the start, and has to be as of the wave from the target (the fifth number"

# 0, 2 and 3; when the last is looked at there is nothing left to label.
printf '.2.\n' >row.txt
steps '[0,0,1,0]' '[1,0,1,2]' '[2,0,1,3]' >weighed.jsonl
run grade row.txt weighed.jsonl -a weighted --from 0,0 --to 2,0
check "a step that labels nothing may be left out" exits 0 out "right"
steps '' '[0,0,1,0]' '' '[1,0,1,2]' '[2,0,1,3]' '' >empty.jsonl
run grade row.txt empty.jsonl -a weighted --from 0,0 --to 2,0
check "or be there" exits 0 out "  steps        3 of 3 are right"

steps '[0,4,1,0]' '[0,3,1,1]' '[0,2,1,2]' >back.jsonl
run grade column.txt back.jsonl --from 0,2 --to 0,4 --backward
check "a wave from the target" exits 0 out "right"
run grade column.txt back.jsonl --from 0,2 --to 0,4
check "is none from the start" exits 5 out "back.jsonl:1: step 0: 0,2 is not labelled, and has to be 0"

run grade column.txt back.jsonl --from 0,2 --to 0,4 --backward -a akers-123
check "which not every algorithm has" exits 2 err "leeway: error: backward: akers-123 always leaves the start"

# Textbooks look at one cell after the other, and their steps are parts of a wave's.
printf '...\n...\n' >six.txt
run_cut() {
    about=$1
    shift
    steps "$@" >cut.jsonl
    run grade six.txt cut.jsonl --from 0,0 --to 2,0 $options
    check "$about" exits "$status" out "$text"
}
status=0 text=right options=
run_cut "a wave, cell by cell" '[0,0,1,0]' '[1,0,1,1],[0,1,1,1]' '[2,0,1,2],[1,1,1,2]'
run_cut "of a queue, up to where the target is taken" '[0,0,1,0]' '[0,1,1,1],[1,0,1,1]' '[1,1,1,2]' '[2,0,1,2]' \
    '[2,1,1,3]'
status=5 text='cut.jsonl:3: step 1: 0,1 is not labelled, and has to be 1'
run_cut "what is missing is told of the last part of its step" '[0,0,1,0]' '' '[1,0,1,1]' '[2,0,1,2],[1,1,1,2]'
text='cut.jsonl:3: step 1: 1,0 is labelled 1, and gets no label in this step'
run_cut "a label twice" '[0,0,1,0]' '[1,0,1,1]' '[1,0,1,1]' '[0,1,1,1]'
text='cut.jsonl:4: step 2: 2,1 is labelled 4, and gets no such label in this step'
run_cut "more than a step behind the last" '[0,0,1,0]' '[0,1,1,1],[1,0,1,1]' '[1,1,1,2],[2,0,1,2]' '[2,1,1,4]'
# A sweep may be a line, a row or a cell: the first gives all there is to give.
status=0 text='  steps        2 of 2 are right' options='-a sweep'
run_cut "a sweep in a line" '[0,0,1,0]' '[2,1,1,3],[1,0,1,1],[2,0,1,2],[0,1,1,1],[1,1,1,2]' ''
run_cut "a row a line" '[0,0,1,0]' '[1,0,1,1],[2,0,1,2]' '[0,1,1,1],[1,1,1,2],[2,1,1,3]'
status=5 text='cut.jsonl:2: step 2: 2,1 is not labelled, and has to be 3'
run_cut "a sweep without its last cell" '[0,0,1,0]' '[1,0,1,1],[2,0,1,2],[0,1,1,1],[1,1,1,2]'
# To 2,1 it is as far to the right as down, so which is looked at first is free.
status=0 text=right options='-a astar'
run_cut "A*, straight ahead" '[0,0,1,0]' '[1,0,1,1],[0,1,1,1]' '[2,0,1,2],[1,1,1,2]'
steps '[1,0,1,0]' '[0,0,1,1],[2,0,1,1],[1,1,1,1]' '[2,1,1,2]' >first.jsonl
run grade six.txt first.jsonl -a astar --from 1,0 --to 2,1
check "A*, to the right first" exits 0 out "right"
steps '[1,0,1,0]' '[0,0,1,1],[2,0,1,1],[1,1,1,1]' '[0,1,1,2],[2,1,1,2]' >first.jsonl
run grade six.txt first.jsonl -a astar --from 1,0 --to 2,1
check "or down" exits 0 out "right"
steps '[1,0,1,0]' '[0,0,1,1],[2,0,1,1],[1,1,1,1]' '[0,1,1,3],[2,1,1,2]' >first.jsonl
run grade six.txt first.jsonl -a astar --from 1,0 --to 2,1
check "with what that gives" exits 5 out "first.jsonl:3: step 0: 0,1 is labelled 3, and gets no such label in this step"
# In fifths: 5 to the right, 7 aslant, which need not be one step.
options='-a weighted --directions 8'
run_cut "weighted, cell by cell" '[0,0,1,0]' '[1,0,1,5],[0,1,1,5],[1,1,1,7]' '[2,0,1,10],[2,1,1,12]' '' ''

# The path of a trace, in its line 11.
run grade wall.txt lee.jsonl --json o.json
check "a path that is the cheapest" exits 0 out "; path: optimal, no way is cheaper"
check "for programs too" grep -q '"optimal": true' o.json
legal='[0,0,1],[0,1,1],[0,2,1],[1,2,1],[2,2,1],[3,2,1],[4,2,1],[4,1,1],[4,0,1]'
longer=$(echo "$legal" | sed 's/^\[0,0,1\]/&,[1,0,1],[1,1,1]/')
while IFS='|' read -r status about tail text; do
    { sed '$d' lee.jsonl; echo "{\"type\":\"end\",$tail}"; } >told.jsonl
    run grade wall.txt told.jsonl
    check "a trace with $about" exits "$status" out "$text"
done <<END
0|a path|"outcome":"found","path":[$legal],"cost":8,"bends":2|; path: optimal
5|a jump|"path":[[0,0,1],[4,0,1]]|told.jsonl:11: gap: 4,0 is no step away from the cell before
1|half a path|"path":[[0,0,1],[0,1,1]]|told.jsonl:11: ends: 0,1 is where it ends
5|a detour|"path":[$longer]|told.jsonl:11: optimal: the labels lead back by a path that costs 2 less
5|a cost that it has not|"path":[$legal],"cost":3|told.jsonl:11: cost: "cost" is told to be 3, and is 8
5|another outcome|"outcome":"unreachable"|told.jsonl:11: outcome: it is told to be "unreachable", and is "found"
0|no path|"outcome":"found"|; path: none is told
END
echo '{"type":"end","path":[7]}' >odd.jsonl
run grade wall.txt odd.jsonl
check "a path of no cells" exits 3 err "odd.jsonl:1: error: a path is a list of [x, y, layer]"
sed 's/"from":\[0,0,1\]/"from":[1,0,1]/' lee.jsonl >start.jsonl
run grade wall.txt start.jsonl
check "another start" exits 5 out 'start.jsonl:1: run: "from" is not that of the task, which is [0,0,1]'
"$LEEWAY" wave wall.txt -a lee,double --trace both.jsonl >/dev/null 2>&1
run grade wall.txt both.jsonl
check "two runs" exits 5 out "both.jsonl:12: run: a second one begins here; one is graded"
printf 'S#T\n' >cut.txt
"$LEEWAY" wave cut.txt --trace cut.jsonl >/dev/null 2>&1
run grade cut.txt cut.jsonl
check "where there is no way" exits 0 out "right: all labels are the algorithm's; path: there is no way"
printf '..#....\n.#.#...\n.#.##..\n....#..\n..#.#..\n#..#...\n.#.....\n' >rounds.txt
"$LEEWAY" wave rounds.txt -a greedy-round --trace rounds.jsonl >/dev/null 2>&1
run grade rounds.txt rounds.jsonl -a greedy-round
check "walkers may come to a cell twice" exits 0 out "not optimal"
# Over a graph: A to B costs 3, by C 2, and D is 2 behind B. Textbooks look at a vertex a step.
printf 'A B 3\nA C 1\nC B 1\nB D 2\n' >g.edges
"$LEEWAY" wave g.edges --from A --to D --trace g.jsonl >/dev/null 2>&1
run grade g.edges g.jsonl --from A --to D
check "a graph's" exits 0 out "g.jsonl: right: all labels are the algorithm's; path: optimal"
steps '["A",0]' '["C",1],["B",3]' '["B",2]' '["D",4]' >own.jsonl
echo '{"type":"end","path":["A","C","B","D"],"cost":4}' >>own.jsonl
run grade g.edges own.jsonl --from A --to D
check "vertex by vertex" exits 0 out "right"
sed 's/"D",4/"D",5/' own.jsonl >bad.jsonl
run grade g.edges bad.jsonl --from A --to D
check "with a wrong value" exits 5 out "bad.jsonl:4: step 2: D is labelled 5, and has to be 4"
sed 's/"A","C","B","D"/"A","D"/' own.jsonl >bad.jsonl
run grade g.edges bad.jsonl --from A --to D
check "with a jump" exits 5 out "bad.jsonl:5: gap: D has no edge from the vertex before"
sed 's/"A","C","B","D"/"A","B","D"/' own.jsonl >bad.jsonl
run grade g.edges bad.jsonl --from A --to D
check "with a dearer path" exits 5 out "bad.jsonl:5: optimal: the labels lead back by a path that costs 1 less"
check "and the cost of another" grep -qF 'cost: "cost" is told to be 4, and is 5' out
sed 's/"A","C","B","D"/"C","B"/' own.jsonl >bad.jsonl
run grade g.edges bad.jsonl --from A --to D
check "with a path between others" exits 5 out "bad.jsonl:5: ends: C is where it ends, not at an end of the task"
run grade g.edges own.jsonl --from C --to D
check "from another vertex" exits 5 out "own.jsonl:1: step 0: A is labelled 0, and has to be 1"
printf 'A Z\nZ D\n' >other.edges
"$LEEWAY" wave other.edges --trace other.jsonl >/dev/null 2>&1
run grade g.edges other.jsonl --from A --to D
check "of another graph" exits 5 out 'other.jsonl:1: run: "vertices" is told to be 3, and is 4'
steps '["A",0]' '["C",1]' '["B",4]' >bad.jsonl
run grade g.edges bad.jsonl --from A --to D
check "with a wrong value in a later part of a step" exits 5 out "bad.jsonl:3: step 0: B is labelled 4, and has to be 3"
printf 'A B 2\nA C 0\nC B 0\nB D 1\nC D 3\n' >zero.edges
steps '["A",0]' '["B",2],["C",0]' '["B",0],["D",3]' '["D",1]' >zero.jsonl
run grade zero.edges zero.jsonl --from A --to D
check "over edges that cost nothing" exits 0 out "right"
printf 'A B 1\nA C 1\nB D 1\n' >tie.edges
steps '["A",0]' '["B",1],["C",1]' '["D",2]' >tie.jsonl
run grade tie.edges tie.jsonl --from A --to C
check "with a vertex that is as far as the target before it" exits 0 out "right"
steps '["A",0]' '["C",1],["D",4]' >bad.jsonl
run grade g.edges bad.jsonl --from A --to D
check "with labels of the next step too early" exits 5 out "bad.jsonl:2: step 0: B is not labelled, and has to be 3"
steps '["A",0]' '["C",1]' '["C",1]' >bad.jsonl
run grade g.edges bad.jsonl --from A --to D -a breadth
check "with a label twice" exits 5 out "bad.jsonl:3: step 1: C is labelled 1, and gets no label in this step"
# Each leaf of a star in a part of its own: what that takes must not grow with its square.
awk 'BEGIN { for (i = 0; i < 40000; i++) print "hub", "leaf" i; print "leaf0 end 9" }' >star.edges
awk 'BEGIN { part = "{\"type\":\"step\",\"labelled\":[[\"%s\",%d]]}\n"
    printf part, "hub", 0
    for (i = 0; i < 40000; i++) printf part, "leaf" i, 1
    printf part, "end", 10 }' >star.jsonl
timeout 60 "$LEEWAY" grade star.edges star.jsonl --from hub --to end >out 2>err
code=$?
check "in 40000 parts" exits 0 out "right"
# Texts are cut behind 40 bytes, here in the midst of the 20th letter; U+202E would turn the rest of the line.
long=$(printf '\303\266%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)
turn=$(printf '\342\200\256')
printf '{"type":"end","outcome":"x%s\303\266\303\266","path":["%sA"]}\n' "$long" "$turn" >foreign.jsonl
run grade g.edges foreign.jsonl --from A --to D --json o.json
check "foreign letters that are cut" exits 5 out "outcome: it is told to be \"x$long?\", and is \"found\""
check "in JSON as well" grep -q "outcome: it is told to be .\"x$long?.\", and is" o.json
check "no letter turns the line" exits 5 out "outside: ???A is no vertex of the graph"
steps '["Z",0]' >odd.jsonl
run grade g.edges odd.jsonl
check "a vertex that there is not" exits 5 out "odd.jsonl:1: outside: Z is no vertex of the graph"
run grade g.edges own.jsonl -a lee
check "an algorithm of maps" exits 2 err "lee needs a map"
run grade wall.txt lee.jsonl -a lea
check "an algorithm that there is not" exits 2 err '--algorithm: there is no "lea"'

# ---- boards ----

"$LEEWAY" route blinker.xml -o routed.xml -q
run grade blinker.xml routed.xml --json o.json
check "a routed board: exit 0" exits 0 out "routed.xml: right: all joined, no rule violated"
check "it is the same board" grep -qx "  same board   yes" out
check "connections" grep -qx "  connected    22 of 22 connections" out
check "as JSON" grep -q '"verdict": "right"' o.json
run grade blinker.xml blinker.xml
check "nothing routed: exit 1" exits 1 out "  connected    0 of 22 connections"
net=$(grep -n 'net name="VCC"' blinker.xml | cut -d: -f1)
check "open pads, with the line of their net" grep -q "^  blinker.xml:$net: open: pad .* is not joined to the rest of net VCC\$" out
sed 's/\(<wire .*\)width="0.[58]"/\1width="0.05"/' routed.xml >hair.xml
run grade blinker.xml hair.xml --verbose
check "tracks narrower than their class" exits 5 out "width"
wire=$(grep -n '<wire .*width="0.05"' hair.xml | head -1 | cut -d: -f1)
check "with their line" grep -q "^  hair.xml:$wire: width: " out
run grade hair.xml hair.xml
check "but not those that the task had" exits 0 out "right"
# Between two others, 0.25 mm away, a pad of 0.25 mm cannot be left by a track of 0.4 mm.
cat >tight.xml <<'END'
<board xmlns="urn:leeway:board:1" name="tight" units="mm">
  <layers><layer name="top"/></layers>
  <rules width="0.4" clearance="0.2" edge="0.5" via="0.8" drill="0.4"/>
  <outline><rectangle x1="0" y1="0" x2="20" y2="10"/></outline>
  <package name="ROW">
    <smd name="1" x="-0.5" y="0" dx="0.25" dy="1"/> <smd name="2" x="0" y="0" dx="0.25" dy="1"/>
    <smd name="3" x="0.5" y="0" dx="0.25" dy="1"/>
  </package>
  <package name="PAD"><smd name="1" x="0" y="0" dx="1" dy="1"/></package>
  <element name="U" package="ROW" x="4" y="5"/>
  <element name="P" package="PAD" x="16" y="5"/>
  <net name="A"><contactref element="U" pad="2"/><contactref element="P" pad="1"/></net>
</board>
END
"$LEEWAY" route tight.xml -o neck.xml -q --neck-width 0.2
run grade tight.xml neck.xml
check "necks narrower than the rules say" exits 5 out "width: track"
run grade tight.xml neck.xml --neck-width 0.2
check "but not than one asks for" exits 0 out "right"
run grade tight.xml neck.xml --neck-width 0.3
check "or than that" exits 5 out "width: track"
run grade "$boards/pair.brd" "$boards/pair.brd" --neck-width 0.2
check "other formats have no classes to keep to" exits 2 err "--neck-width is for boards in Leeway's XML"
sed 's/<rules \(.*\)clearance="[0-9.]*"/<rules \1clearance="0.01"/' routed.xml >loose.xml
run grade blinker.xml loose.xml
check "looser rules: exit 5" exits 5 out "changed: the clearance of"
"$LEEWAY" route "$boards/pair.xml" -o shifted.xml -q
sed 's/element name="B" package="PIN" x="15"/element name="B" package="PIN" x="19"/' shifted.xml >moved.xml
run grade "$boards/pair.xml" moved.xml --json -
check "a moved part" exits 5 err "changed: pad B.1 was moved"
check "its faults are not the task's" [ -z "$(grep "that the task had" err)" ]
check "but come of the change" grep -qx "  changes  *1 fault without a track or via more than the task had" err
check "for programs too" grep -q '"preexisting": 0' out
sed '/<net name="VCC"/,/<\/net>/d' routed.xml >less.xml
run grade blinker.xml less.xml
check "a net that is no more there" exits 5 out "is of net VCC, not of (no net)"

while IFS=: read -r words text; do
    # shellcheck disable=SC2086 # words
    run $words
    check "$words" exits 2 err "$text"
done <<'END'
grade:leeway grade: which file?
grade wall.txt:which solution? Give its file behind the task's
grade - way.txt:the task has to be a file
grade corner.grid corner.sol --from 0,0:--from is for mazes and maps
grade blinker.xml routed.xml --bend 2:--bend is for mazes and maps
grade blinker.xml corner.nl routed.xml:a board has its nets in it
grade wall.txt way.txt --pours:--pours is for boards
grade corner.grid corner.sol --pours:--pours is for boards
grade wall.txt way.txt --neck-width 0.2:--neck-width is for boards
grade wall.txt way.txt --quiet --verbose:--verbose and --quiet exclude each other
grade wall.txt way.txt --json way.txt:way.txt
END
run grade nowhere.txt way.txt
check "no task" exits 3 err "nowhere.txt"
run grade wall.txt nowhere.txt
check "no solution" exits 3 err "nowhere.txt"
finish
