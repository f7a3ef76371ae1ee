#!/bin/sh
# Field problems through the command: paths found, judged, written; what goes with what; stopping.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
cp "$LEEWAY_SOURCE"/boards/lessons/* .

# ---- route ----

run route corner.grid -o corner.sol
check "all joined: exit 0" exits 0
check "the report" grep -qx "corner.grid: 1 of 1 nets routed, cost 20 (no paths cost less), 10 cells, 1 bend, 0 vias, no violations, [0-9.]* s of CPU time, [0-9]* MB" err
check "nothing on standard output" is out ""
check "the paths begin with the number of nets" [ "$(head -3 corner.sol | tr '\n' ' ')" = "1 1 1 2 0 " ]
check "and end with 0" [ "$(tail -2 corner.sol | tr '\n' ' ')" = "1 7 4 0 " ]
run route corner.grid
check "without an output there is the report alone" exits 0 err "1 of 1 nets routed"
{ sleep 1 && "$LEEWAY" route corner.grid -o heard.sol --json heard.json --svg heard.svg; } 2>&1 | :
check "nobody listens: all files are there nevertheless" [ "$(echo heard.*)" = "heard.json heard.sol heard.svg" ]
run route corner.grid -o - -q
check "paths go to standard output" cmp -s out corner.sol
run route crossing.grid -o crossing.sol
check "what the cost is at least is told" exits 0 err "cost 45 (none can cost less than 23)"
check "a via has a line of its own" grep -qx "3 [0-9] 3" crossing.sol

run route circuit.txt -o circuit.sol
check "a circuit has two layers" exits 0 err "4 of 4 nets routed"
run route circuit.txt --planes 1
check "or as many as --planes says" exits 0 err "0 vias"
run route labyrinth.txt -o labyrinth.sol
check "a labyrinth" exits 0 err "2 of 2 nets routed, cost 15"
"$LEEWAY" route - -o - <labyrinth.txt >out 2>err
code=$?
check "from standard input" exits 0 err "standard input: 2 of 2 nets routed"
check "the same paths" cmp -s out labyrinth.sol

printf 'd 4 3 1\nw 1 1 0\np 0 1 0 2 1 0\np 1 0 0 1 2 0\nw 0 0 0\nw 0 2 0\n' >shut.txt
run route shut.txt -o shut.sol
check "not all joined: exit 1" exits 1 err "shut.txt: 1 of 2 nets routed"
check "the open net is named with its reason" grep -qx "  1: blocked cells and other nets' pins leave no way" err
check "an open net has no cells" [ "$(head -3 shut.sol | tr '\n' ' ')" = "2 1 0 " ]
run route shut.txt -q
check "--quiet says nothing" [ "$code,$(cat out err)" = "1," ]

mkdir elsewhere
mv swamp.nl elsewhere
run route swamp.grid
check "nets that are not beside the grid" exits 3 err "swamp.grid: error: the nets of a grid are in a file of their own, *.nl"
run route swamp.grid elsewhere/swamp.nl
check "can be given" exits 0 err "2 of 2 nets routed, cost 38"
"$LEEWAY" route - elsewhere/swamp.nl <swamp.grid >out 2>err
code=$?
check "with a grid from standard input as well" exits 0 err "cost 38"
run route elsewhere/swamp.nl
check "nets are no grid" exits 3 err "elsewhere/swamp.nl: error: this is a list of nets"
run route labyrinth.txt elsewhere/swamp.nl
check "nor does a labyrinth have such" exits 2 err "labyrinth.txt: error: its nets are in it"

# ---- what goes with what ----

for option in in-place keep from-scratch pours "format eagle -o o.sol" \
    "only A" "except A" "via-in-pad off" "direction top=any" "strategy negotiated" "wave single" "order file" "rounds 2" "optimise 0" "grid 1mm" "via-cost 1mm" \
    "layers top --svg o.svg" "net 1 --svg o.svg" "no-silk --svg o.svg" "legend --svg o.svg"; do
    # shellcheck disable=SC2086 # words
    run route corner.grid --$option
    check "--$option is for boards" exits 2 err "--${option%% *} is for boards"
done
for option in pours "base pair.xml" "net 1 --svg o.svg"; do
    # shellcheck disable=SC2086 # words
    run check corner.grid corner.sol --$option
    check "check --$option is for boards" exits 2 err "--${option%% *} is for boards"
done
for option in pours no-check "layers top" "net 1" no-silk legend; do
    # shellcheck disable=SC2086 # words
    run draw corner.grid -o o.svg --$option
    check "draw --$option is for boards" exits 2 err "--${option%% *} is for boards"
done
for file in corner.grid labyrinth.txt "pair.xml -o o.xml"; do
    # shellcheck disable=SC2086 # words
    run route $file --planes 3
    check "--planes is for circuits, not $file" exits 2 err "--planes is for Lee-TM circuits"
done
run route circuit.txt --planes 65
check "65 planes are too many" exits 2 err "65 layers are more than 64"
run route corner.grid -o corner.nl
check "the nets are not written over" exits 2 err '"corner.nl" is read with the input'
run check corner.grid corner.sol --json corner.sol
check "nor are the paths that are judged" exits 2 err '"corner.sol" is the input'
run check corner.grid
check "paths to judge are wanted" exits 2 err "which paths?"
run check corner.grid corner.nl corner.sol pair.xml
check "four files are too many" exits 2 err 'not also "pair.xml"'
run convert corner.grid -o o.xml
check "a field problem is no board" exits 3 err "corner.grid: error: this is a field problem (course), not a board"
# The middle of a number in a picture, and how wide it is, in thousandths of a millimetre: NUMBER FILE
place_of() {
    sed -n "s/.*matrix(\([0-9.]*\) 0 0 [0-9.]* \([0-9.]*\) \([0-9.]*\))\" textLength=\"\([0-9]*\)\">$1<.*/\1 \2 \3 \4/p" "$2" |
        awk '{ printf "%.0f %.0f %.0f\n", $2 + $1 * $4 / 2, $3 - $1 * 3, $1 * $4 }'
}
printf '3 2 2 10\n1 1 1\n1 1 1\n1 1 1\n1 1 1\n' >numbers.grid
printf '2\n1 1 0 0 1 2 1\n188 2 0 0 1 2 0\n' >numbers.nl
run draw numbers.grid --svg numbers.svg
place_of 1 numbers.svg >ones
place_of 188 numbers.svg >others
check "numbers in one cell stand above each other" [ "$(head -1 ones | cut -d' ' -f1)" = "$(head -1 others | cut -d' ' -f1)" ]
check "and not in one place" [ "$(head -1 ones | cut -d' ' -f2)" -lt "$(head -1 others | cut -d' ' -f2)" ]
check "and none is wider than its cell" [ -z "$(cat ones others | awk '$3 > 5000')" ]
run draw corner.grid corner.sol -o corner.sol --svg o.svg
check "-o of draw is a picture" exits 2 err "does not end in .svg"
printf 'd 2 2 33\n' >high.txt
run draw high.txt -o o.svg
check "33 layers are not drawn" exits 2 err "33 layers are more than the 32 that are drawn"
printf 'd 5000 5000 1\n' >wide.txt
run route wide.txt --memory 100
check "more memory than allowed" exits 2 err "more than the 100 MB allowed"
check "nothing was written by all that" absent o.svg o.pdf o.png o.xml o.sol

# ---- check ----

run check crossing.grid crossing.sol
check "the judge agrees" exits 0
check "and says so on standard output" is out "crossing.sol: 3 of 3 nets routed, cost 45, 25 cells, 0 bends, 2 vias, no violations"
run check crossing.grid crossing.nl crossing.sol
check "with the nets given" exits 0 out "cost 45"
run check labyrinth.txt labyrinth.sol
check "paths of a labyrinth" exits 0 out "cost 15"
run check shut.txt shut.sol
check "an open net: exit 1" exits 1 out "  1: not routed"
sed 's/^3 .*//' crossing.sol >silent.sol
run check crossing.grid silent.sol
check "a via that is not told: exit 5" exits 5 out "  via: net 1 changes the layer without a via"
printf '3\n2\n1 4 0\n1 4 1\n0\n' >part.sol
run check crossing.grid part.sol
check "more nets announced than there are" exits 5 out "count: the file announces 3 nets, which is not how many it has"
sed -i 1s/3/1/ part.sol
run check crossing.grid part.sol
check "nets left out are open, a path with a loose end is wrong" exits 5 out "1 of 3 nets routed"
check "and its end is named" grep -q "^  ends: net 2 .* at layer 1, x 4, y 1$" out
run check crossing.grid missing.sol
check "a missing file" exits 3 err "missing.sol: error: cannot be read"

# ---- pictures ----

run route crossing.grid -q --svg one.svg --pdf one.pdf --png one.png --width 200
check "a picture is enough of an output" exits 0
run draw crossing.grid crossing.sol --svg two.svg --pdf two.pdf --png two.png --width 200
check "draw takes the paths from a file" exits 0
for kind in svg pdf png; do
    check "and draws the same $kind" cmp -s one.$kind two.$kind
done
run draw crossing.grid -o bare.svg
check "without paths as well" [ "$code,$(cmp -s bare.svg two.svg; echo $?)" = "0,1" ]
run check crossing.grid silent.sol -q --svg faults.svg
check "check marks the faults" [ "$code,$(cmp -s faults.svg two.svg; echo $?)" = "5,1" ]
run draw crossing.grid crossing.nl crossing.sol -o - --svg o.svg
check "a picture twice" exits 2
run draw circuit.txt --svg - --theme dark
check "a picture on standard output" exits 0 out "<svg"

# ---- JSON and info ----

contract="schema leeway board format layers nets connections open open_nets violations preexisting by_rule faults cost cells bends vias rounds history stopped cpu_s wall_s memory_mb peak_mb"
run route shut.txt --json report.json -q
check "route --json" exits 1
for key in $contract cost_bound; do
    check "route --json has $key" grep -q "^  \"$key\":" report.json
done
check "the history has every round" [ "$(grep -c '^      "round": ' report.json)" = "$(sed -n 's/^  "rounds": \([0-9]*\),/\1/p' report.json)" ]
holds() {
    tr -d ' \n' <"$1" | grep -qF -- "$2"
}
check "the open net by its name" holds report.json '"open":1,"open_nets":[{"name":"1","reason":"'
run check crossing.grid silent.sol --json - -q
check "check --json" exits 5
for key in $contract; do
    check "check --json has $key" grep -q "^  \"$key\":" out
done
check "a fault with its place" holds out '"faults":[{"rule":"via","net":1,"layer":2,"x":'
run info corner.grid circuit.txt pair.xml
check "info of problems and boards" exits 0 out "corner.grid: course, a field problem"
check "with sizes" grep -q "12 x 8 cells, 2 layers" out
run info corner.nl
check "of a list of nets" exits 0 out "corner.nl: course, 1 net of the grid corner.grid"
run info corner.nl --json
check "also for programs" exits 0 out '"grid": "corner.grid"'
cp corner.nl lone.nl
run info lone.nl
check "which needs its grid" exits 3 err "lone.nl: error: this is a list of nets; the grid that it belongs to is wanted"
run info "$LEEWAY_SOURCE"/boards/lessons/*
check "all files of the lessons can be told" exits 0
run info corner.grid --json
check "info --json" holds out '"format":"course","cols":8,"rows":6,"layers":2,"free_cells":45,'

# ---- the same bytes, and stopping ----

awk 'BEGIN {
    print "d 150 150 3"
    for (i = 0; i < 80; i++)
        print "p", (i * 37) % 150, (i * 91) % 150, i % 3, (i * 53 + 75) % 150, (i * 29 + 7) % 150, (i + 1) % 3
}' >large.txt
run route large.txt -q -o one.sol --timeout 1000
LC_ALL=de_DE.UTF-8 "$LEEWAY" route large.txt -q -o two.sol
check "a second run, another locale: the same paths" cmp -s one.sol two.sol
run check large.txt one.sol
check "which are clean" [ "$code" -le 1 ]
run route large.txt -o late.sol --timeout 0.001 --json late.json
check "out of time: the best so far, by its result" exits 1 err "out of time"
check "out of time: the report says so" holds late.json '"stopped":"timeout"'
run check large.txt late.sol -q
check "out of time: and is legal" [ "$code" -le 1 ]

# More nets than there is room for, so that it goes on looking.
awk 'BEGIN {
    print "d 80 80 2"
    for (i = 0; i < 400; i++)
        print "p", (i * 37) % 80, (i * 51) % 79, i % 2, (i * 53 + 40) % 80, (i * 29 + 7) % 77, (i + 1) % 2
}' >crowd.txt
wait_for_handler() { # PID: until it catches SIGINT, the second bit
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        ! grep -qs '^SigCgt:.*[2367abef]$' "/proc/$1/status" || return
        sleep 0.1
    done
}
for signal in INT TERM HUP; do
    rm -f stopped.sol
    env --default-signal=INT,HUP "$LEEWAY" route crowd.txt -o stopped.sol 2>err &
    wait_for_handler $!
    kill -s $signal $!
    wait $!
    code=$?
    check "SIG$signal: exit 130" exits 130 err "interrupted"
    run check crowd.txt stopped.sol -q
    check "SIG$signal: what is written is legal" [ "$code" -le 1 ]
done
finish
