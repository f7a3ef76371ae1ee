#!/bin/sh
# Mazes and comparisons through the command: every format, what goes with what, sizes.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
cp "$LEEWAY_SOURCE"/boards/lessons/corner.* "$LEEWAY_SOURCE"/boards/blinker.xml .

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

# ---- compare ----

printf 'S.#.T\n..#..\n.....\n' >wall.txt
run compare wall.txt
check "a table of all algorithms" exits 0 out "wall.txt: 5 x 3 cells, 4 directions, every step costs the same"
check "that says from where to where" grep -qx "from 0,0 to 4,0" out
check "Lee's row" grep -qE "^lee +optimal +8 +8 +2 +13 +[0-9]+ +[0-9]+ +8 +32\$" out
check "one that fails has no cost" grep -qE "^bresenham +failed +- +- +- " out
check "on one layer there are no vias" [ -z "$(grep vias out)" ]
cp out table
run compare wall.txt
check "the same again" cmp -s out table
run compare wall.txt --algorithms lee,depth -a double --csv o.csv --json o.json --svg o.svg --pdf o.pdf --png o.png
check "some of them, in all forms" [ "$(cut -d, -f1 o.csv | tr '\n' ' ')" = "algorithm lee depth double " ]
check "the row of a CSV" grep -q "^lee,optimal,8,8,2,0,13," o.csv
check "JSON has costs" grep -q '"cost": 8' o.json
check "pictures" [ -s o.svg ] && [ -s o.pdf ] && [ -s o.png ]
run compare wall.txt -a lee --json -
check "JSON on standard output stands alone" [ "$(head -c1 out)" = "{" ]
run compare wall.txt --from 0,2 --to 4,2 -a lee
check "other ends" exits 0 out "from 0,2 to 4,2"
check "another cost" grep -qE "^lee +optimal +4 " out
run compare wall.txt --directions 8 -a lee,weighted
check "eight directions count in fifths" exits 0 out "8 directions, steps differ in cost"
check "5 straight, 7 diagonally" grep -qE "^weighted +optimal +6.8 " out
run compare wall.txt -a lee,valuation --also 0,2 --also 3,1 --csv o.csv
check "several targets" exits 0 out "from 0,0 to 4,0; to 0,2; to 3,1: sums over all targets"
check "a wave for each, or one for all" [ "$(cut -d, -f1-3,8 o.csv | tr '\n' ' ')" = \
    "algorithm,path,cost,expanded lee,optimal,16,$((11 + 3 + 8)) valuation,optimal,16,13 " ]
run compare wall.txt -a lee --also 0,2 --json -
check "they are in the JSON" [ "$(tr -d ' \n' <out | grep -o '"also":[^a-z]*')" = '"also":[[0,2,1]],"' ]
run compare corner.grid -a bends
check "a course's grid" exits 0 out "net 1, from "
run compare blinker.xml -a lee,astar --net VCC
check "a board" exits 0 out "net VCC, from "
check "which has two layers" grep -q "in 2 layers" out
printf 'S#T\n' >shut.txt
run compare shut.txt
check "no way: exit 1" exits 1 out "none found a way"
run compare wall.txt --limit 1 -a depth
check "a limit" exits 0
"$LEEWAY" maze 60x60 --kind field --density 20 --seed 3 -o field.txt
run compare field.txt --limit 2 -a iterative
check "where it gave up" exits 1 out "gave up: after 2000 cells that were looked at; --limit allows more"
run wave field.txt --limit 2 -a iterative
check "and in a wave" exits 1 out "iterative: gave up after 2000 cells that were looked at (--limit, --steps);"
run wave wall.txt --steps 3
check "a limit of steps" exits 1 out "lee: gave up after 5 cells that were looked at"
check "of which there are three" grep -q "lee, frame 3 of 3: step 3" out
"$LEEWAY" maze 1001x1001 -o large.txt
run compare large.txt --memory 1 -a lee
check "a limit of memory" exits 1 out "too large: would take more than 1 MB; --memory allows more"
rm large.txt
run compare m.txt --algorithms lee
check "a maze, from corner to corner" exits 0 out "from 1,1 to 29,19"
run compare nowhere.txt
check "no file" exits 3 err "nowhere.txt"
for words in "route wall.txt -o no.xml" "draw wall.txt -o no.svg" "check wall.txt" \
    "convert wall.txt -f eagle -o no.brd"; do
    # shellcheck disable=SC2086 # words
    run $words
    check "a maze is told where to go: $words" exits 3 err \
        "wall.txt: error: this is a text maze, neither board nor field problem; 'leeway wave' and"
done
run info wall.txt
check "info knows mazes" exits 0 out "cells        13 free, 2 blocked"
check "cells that cost the same" grep -qx "  costs        cell 1" out
echo "no format at all" >words.txt
run info words.txt
check "and names them where it knows nothing" exits 3 err "this is no maze, map of a game, graph or field problem"
run info --json wall.txt
check "as JSON as well" exits 0 out '"format": "maze"'
printf 'A B 4\nB C\n' >two.txt
run info two.txt
check "and graphs" exits 0 out "3 vertices, 2 edges"
printf '..x..\nS...T\n' >wrong.txt
run wave wrong.txt
check "a wrong first row is found as well" exits 3 err "wrong.txt:1:3: error: a cell is"
printf 'S..\n.xT\n' >wrong.txt
run compare wrong.txt
check "a wrong maze, with line and column" exits 3 err "wrong.txt:2:2: error:"

# ---- graphs ----

printf 'A B 4\nA C 1\nC B 2\nB D 5\n' >roads.edges
cp roads.edges roads.txt
run wave roads.edges --steps 1
check "a limit of steps in a graph" exits 1 out "graph: gave up after 2 vertices that were looked at (--limit, --steps)"
run wave roads.edges --from A --to D
check "a graph: what each step does" exits 0 out "step 1: C done, B 3"
check "the last one tells that it is there" grep -qx "step 8: D is reached" out
check "its way" grep -qx "way: A - C - B - D" out
check "and its counts" grep -q "^graph: found, 3 steps, cost 8 (optimal); 4 labelled, 3 expanded" out
cp out told
run wave roads.txt
check "by its content as well; from the first vertex to the last" exits 0
check "the same steps" cmp -s out told
"$LEEWAY" wave - <roads.edges >out 2>err
code=$?
check "and from standard input" exits 0 out "way: A - C - B - D"
run wave roads.edges -a breadth,depth --to C
check "other algorithms" exits 0 out "breadth: found, 1 step, cost 1;"
run wave roads.edges --trace -
check "a trace of a graph" exits 0 out '"labelled":[["B",3]],"done":[["C",1]]'
check "which ends with the path" grep -qF '"outcome":"found","path":["A","C","B","D"],"optimal":true,"cost":8' out
run compare roads.edges --csv roads.csv
check "what runs on graphs is compared" exits 0 out "roads.edges: a graph of 4 vertices and 4 edges"
check "the cheapest, and the fewest" [ "$(cut -d, -f1-4 roads.csv | tr '\n' ' ')" = \
    "algorithm,path,cost,steps breadth,+1,9,2 depth,+1,9,2 graph,optimal,8,3 " ]
run compare roads.edges --json -
check "as JSON" exits 0 out '"vertices": 4'
printf 'A B\nC D\n' >apart.edges
run wave apart.edges
check "no way in a graph: exit 1" exits 1 out "graph: unreachable; 2 labelled"
printf 'A B 1\nC\n' >lone.edges
run wave lone.edges
check "a mistake has its place" exits 3 err 'lone.edges:2:1: error: "C" stands alone'
: >none.edges
run compare none.edges
check "an empty one" exits 3 err "none.edges: error: there is no edge in it"
printf 'type octile\nheight 1\nwidth 2\nmap\n..\n' >game.map
printf 'version 1\n0 game.map 2 1 0 0 1 0 1\n' >game.map.scen
run worksheet roads.edges -o no.pdf
check "not for worksheets" exits 3 err "this is a graph, which 'leeway wave' and 'leeway compare' take"

while IFS=: read -r words text; do
    # shellcheck disable=SC2086 # words
    run $words
    check "$words" exits 2 err "$text"
done <<'END'
wave corner.grid --trace corner.nl:"corner.nl" is read with the input
compare corner.grid --csv corner.nl:"corner.nl" is read with the input
worksheet corner.grid -o corner.nl:"corner.nl" is read with the input
wave game.map --html game.map.scen:"game.map.scen" is read with the input
wave game.map.scen --html game.map:"game.map" is read with the input
wave roads.edges --from Z:--from: the graph has no vertex "Z"
wave roads.edges --html no.html:--html: not of a graph
wave roads.edges --backward:--backward: not of a graph
wave roads.edges -a lee:--algorithms: lee needs a map; graph, breadth and depth run on graphs
compare roads.edges --directions 8:--directions: a graph has edges
wave wall.txt no.nl:a maze has its nets in it, not in "no.nl"
compare game.map no.nl:a map of a game has its nets in it, not in "no.nl"
compare pair.xml no.nl:a board has its nets in it, not in "no.nl"
compare roads.edges --svg no.svg:a graph has no places where it could be drawn
wave wall.txt --step 10:--step: the last frame of lee is 9
wave wall.txt --play:--play needs a terminal
wave wall.txt --speed 5:--speed says nothing without --play
wave wall.txt -a lee,astar --svg no.svg:--svg shows one algorithm at a time
wave wall.txt --frame-format png:--frame-format says nothing without --frames
wave wall.txt --theme dark:--theme says nothing without
wave wall.txt --step 1 --every 2:--step and --every exclude each other
wave wall.txt -a lee,:--algorithms: there is no "" among lee, double, 
wave wall.txt --algorithm lea:--algorithms: there is no "lea"; did you mean "lee"?
wave wall.txt --trace wall.txt:is the input
wave:leeway wave: which file?
compare wall.txt --from 0:--from: "0" is no place
compare wall.txt --from 0,:--from: "0," is no place
compare wall.txt --from 0,0,0:no place
compare wall.txt --from 0,0,:no place
compare wall.txt --from 0,0,1,1:no place
compare wall.txt --to 9,9:9,9 is outside of the map
compare wall.txt --to 2,0:2,0 is blocked; the nearest free cell is
compare wall.txt --from 0,0,2:there is no layer 2
compare wall.txt --also 2,0:2,0 is blocked; the nearest free cell is
compare wall.txt --also 0,2 --svg no.svg:--also and --svg exclude each other
compare roads.edges --also B:--also: over a graph one target at a time
compare wall.txt --directions 6:there are 4 directions or 8, not 6
compare wall.txt --net GND:there is no net "GND" with two ends
compare wall.txt --algorithms lea:there is no "lea"; did you mean "lee"?
compare wall.txt --theme dark:--theme says nothing without
compare wall.txt --csv wall.txt:wall.txt
compare blinker.xml --net VC:there is no net "VC" with two ends; did you mean "VCC"?
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
# ---- wave ----

run wave wall.txt
check "the last frame and the counts" exits 0 out "lee, frame 9 of 9: the path"
check "with numbers and the path" grep -qx '\*2\*3\*4\*5\*6' out
check "and what came out" grep -q "^lee: found, 8 steps, 2 bends, cost 8 (optimal); 13 labelled, 11 expanded, frontier 2, " out
check "no colours where there is no terminal" [ -z "$(tr -dc '\033' <out)" ]
run wave wall.txt --step 0 -a lee,double
check "a frame of two" exits 0 out "double, frame 0 of 9"
run wave wall.txt --every 4
check "every fourth frame and the last" [ "$(grep -o 'frame [0-9]*' out | tr '\n' ' ')" = "frame 0 frame 4 frame 8 frame 9 " ]
for command in wave compare grade; do
    run $command --help
    check "$command --help lists the algorithms" exits 0 out "  lee, double, akers-123,"
done
run wave m.txt --algorithm astar
check "letters where numbers do not fit" exits 0 out "# blocked"
run wave wall.txt --trace -
check "a trace on standard output stands alone" exits 0 out '{"type":"run","schema":1,'
check "a line a step" [ "$(wc -l <out)" -eq 11 ]
check "with what was labelled" grep -qxF '{"type":"step","step":1,"value":1,"labelled":[[1,0,1,1],[0,1,1,1]],"done":[[0,0,1,0]]}' out
check "and the path" grep -qF '{"type":"end","outcome":"found","path":[[0,0,1],' out
cp out trace
run wave wall.txt --trace t.jsonl
check "the same in a file" cmp -s trace t.jsonl
run wave wall.txt --trace - -a bresenham,lee
check "one behind the other" [ "$(grep -c '"type":"run"' out)" -eq 2 ]
check "exit 0 where any found a way" exits 0
run wave wall.txt -a all --html w.html
check "a page of the whole family" exits 0 out "bends: found"
check "is one file that names no other" [ -s w.html ] && [ -z "$(grep -E '(src|href)="[^d]' w.html)" ]
run wave wall.txt --html -
check "on standard output it stands alone" [ "$(head -c15 out)" = "<!DOCTYPE html>" ]
"$LEEWAY" maze 301x301 -o large.txt
run wave large.txt --html large.html
check "what is too large to watch is refused" exits 2 err "a page of 90601 cells would be too large"
check "and nothing is written" absent large.html
run wave blinker.xml --grid 0.1mm --html large.html
check "of a board it says what would do" exits 2 err "cells would be too large to watch; at most 60000; a coarser grid has fewer"
run wave blinker.xml --grid 1.27mm --html blinker.html
check "a coarser grid" exits 0
run wave large.txt --svg large.svg
check "nor does it move" exits 2 err "an animation of 90601 cells would be too large"
run wave wall.txt --svg w.svg --film w.pdf
check "an SVG that moves, and a film" exits 0 out "lee: found"
check "the film is laid out on A4" grep -qa "/MediaBox \[ 0 0 595.2" w.pdf
run wave wall.txt --film w.pdf --page letter
check "or on letter paper" grep -qa "/MediaBox \[ 0 0 612 792" w.pdf
run wave wall.txt -a astar --step 1
check "frames that are no steps have their number alone" grep -qx "astar, frame 1 of [0-9]*" out
check "without a script" [ -z "$(grep -i '<script' w.svg)" ]
check "the SVG loops" grep -q 'begin="0s;t.end"' w.svg
run wave wall.txt -a lee,astar --frames frames --every 4
check "frames: every fourth and the last of the longer" [ "$(ls frames | tr '\n' ' ')" = "frame-0000.svg frame-0004.svg frame-0008.svg frame-0010.svg " ]
run wave wall.txt --frames frames --frame-format png --every 9 --width 300
check "as PNG, into a folder that is there" [ -s frames/frame-0009.png ]
run wave m.txt -a depth --film long.pdf --every 1
check "a film that would be too long is refused" exits 2 err "frames are too many for a film; at most 400"
check "and nothing is written" absent long.pdf large.svg
run wave wall.txt --frames w.svg
check "a file where a folder is wanted" exits 4 err "w.svg"
run wave shut.txt
check "no way: exit 1" exits 1 out "lee: unreachable; 1 labelled"
run wave f.txt -a iterative --limit 50
check "one that takes too long gives up" exits 1 out "iterative: gave up after"
run wave blinker.xml --grid 0.1mm --net VCC -a astar
check "a board is too wide to show unasked" exits 0 err "columns are too many to show here; see --html, --svg, --film, or a coarser --grid"

# ---- frames into a folder that is there ----

mkdir shots
echo note >shots/note.txt
run wave wall.txt --frames shots
check "frames go into a folder that is there" exits 0
run wave wall.txt --frames shots
check "and once more" exits 0
run wave wall.txt --frames shots --every 4
check "but not among those of another series" exits 4 err "shots: error: frame-0001.svg there is of other frames"
check "what was there stays" [ "$(ls shots | wc -l)" -eq 11 ]
run wave wall.txt --frames -
check "a folder is no stream" exits 2 err "files need a folder"

finish
