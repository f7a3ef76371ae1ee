#!/bin/sh
# Routing and judging through the command: exit status, reports, the same bytes, stopping.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

# ---- exit status and talk ----

run route pair.xml -o routed.xml
check "all routed: exit 0" exits 0
check "nothing on standard output" is out ""
check "the report, word for word" grep -qx "pair.xml: 1 of 1 connections routed, 0 vias, 10.0 mm, no violations, [0-9.]* s" err
check "and no other" [ "$(wc -l <err)" -eq 1 ]
run check routed.xml
check "check agrees" exits 0
check "and says so on standard output" is out "routed.xml: 1 of 1 connections routed, 0 vias, 10.0 mm, no violations"
run check pair.xml
check "check of an unrouted board: exit 1" exits 1 out "  SIGNAL: B.1: not routed"
run check -q pair.xml
check "check --quiet says nothing" [ "$code,$(cat out err)" = "1," ]

run route walled.xml -o part.xml
check "partly routed: exit 1" exits 1 err "walled.xml: 1 of 2 connections routed"
check "the open net is named with a pad and a reason" grep -q "^  ACROSS: [CD]\.1: no track 0.4 mm wide can reach D.1: pads, holes, keepouts, edges or kept copper close it in" err
check "and the file is written" grep -q "<wire" part.xml
run route walled.xml -o quiet.xml -q
check "--quiet: the same exit status" exits 1
check "--quiet: no word" is err ""
check "--quiet: the same file" cmp -s part.xml quiet.xml

run check clash.xml
check "rules violated: exit 5" exits 5 out "violations: 1"
check "and which" grep -q "^  short: .*SIGNAL.*C\.1" out
run route clash.xml -o clash-out.xml
check "faults that were there are no violations of a run" exits 0 err "faults that the board had before: 1"
run route clash.xml -o scratch.xml --from-scratch
check "from scratch the way goes around" exits 0 err "1 of 1 connections routed"
run check scratch.xml
check "and is clean" exits 0

"$LEEWAY_SOURCE/tests/bench/large-board" --cells 1x1 >cell.dsn
run route cell.dsn -o cell.ses
check "six layers, two of them planes, a ball grid and buses: all joined, nothing violated" exits 0 err "258 of 258 connections routed"
"$LEEWAY_SOURCE/tests/bench/large-board" --pairs 2000 --side 200 >crowd.dsn
run route crowd.dsn -o crowd.ses --timeout 1
check "out of time amid the first round: exit 1, and the file is written" [ "$code,$(head -c 8 crowd.ses)" = "1,(session" ]

run route empty.xml -o nothing.xml
check "a board without a net" exits 0 err "0 of 0 connections routed"
check "is written as it was" cmp -s nothing.xml empty.xml

sed 's/<.net>/&<net name="LONE"><contactref element="A" pad="1"\/><\/net><net name="NONE"\/>/; s/<contactref element="A" pad="1".>$//' pair.xml >lone.xml
run info lone.xml
check "info counts nets where there is nothing to join" exits 0 out "nets         3, 0 connections; 3 with one pad or none"
run info pair.xml empty.xml
check "info of two files" [ "$code,$(grep -c '^[a-z]*\.xml: leeway-xml' out)" = "0,2" ]
run info pair.xml missing.xml empty.xml
check "info goes on behind a bad file" [ "$code,$(grep -c '^[a-z]*\.xml: leeway-xml' out)" = "3,2" ]
run info missing.xml
check "a missing file" exits 3 err "missing.xml: error: cannot be read: No such file or directory"
for command in "route -o o.xml" "check" "draw -o o.svg" "convert -o o.xml"; do
    # shellcheck disable=SC2086 # words
    run $command missing.xml
    check "a missing file: $command" exits 3 err "missing.xml: error: cannot be read"
done
check "leaves nothing" absent o.xml o.svg

run route --out=long.xml pair.xml --quiet
check "options before and behind the file, abbreviated" exits 0
run route pair.xml -oshort.xml -q
check "a value without a blank" cmp -s short.xml long.xml
for length in 0.1mm 100um 4mil 0.004in 0.1; do
    run route pair.xml -q -o o.xml --grid $length
    check "--grid $length" exits 0
done
run route pair.xml -q -o o.xml --grid 900mm
check "a pitch that cannot be used" exits 2 err "error:"

# ---- choosing nets ----

run route walled.xml -o some.xml --only LEFT
check "what was left out counts in nothing" exits 0 err "walled.xml: 1 of 1 connections routed"
check "but the report says it" grep -qx "left out: 1 net" err
check "the net that was asked for is routed" [ "$(grep -c '<wire' some.xml)" -eq 1 ]
run route walled.xml --except LEFT --json some.json
check "the same from the other side" exits 1 err "walled.xml: 0 of 1 connections routed"
check "and for programs" grep -q '"left_out_nets": 1,' some.json
check "which name no net that was not asked for" [ "$(grep -c '"name"' some.json)" -eq 1 ]
for nets in "ACROSS,LEFT" "*" "?E*,A*S" "A**,LEF?"; do
    run route walled.xml -o o.xml --only "$nets"
    check "--only $nets is both nets" exits 1 err "1 of 2 connections routed"
done
run route walled.xml -o o.xml --only LEFT --only ACROSS --except 'A*'
check "given again, and less some" exits 0 err "1 of 1 connections routed"
run route walled.xml -o o.xml --only left
check "no such net" exits 2 err 'leeway route: --only: no net "left" on the board; did you mean "LEFT"?'
run route walled.xml -o o.xml --except 'LEFT,B*'
check "no net like that" exits 2 err 'leeway route: --except: no net "B*" on the board'
run route walled.xml -o o.xml --only ''
check "no name at all" exits 2 err "leeway route: --only is empty"
sed 's/"LEFT"/"A,B"/; s/"ACROSS"/"B"/' walled.xml >comma.xml
run route comma.xml -o o.xml --only A,B
check "a name with a comma in it" exits 0 err "1 of 1 connections routed"
run route clash.xml -o kept.xml --from-scratch --only OTHER
check "copper of other nets is not ripped up" cmp -s kept.xml clash.xml
run route clash.xml -o moved.xml --from-scratch --only SIGNAL --strategy sequential
check "that of these nets is, by every strategy" exits 0 err "1 of 1 connections routed"

# ---- turns, directions, vias in pads ----

dense 7 >dense.xml
run route dense.xml -q -o default.xml
run route dense.xml -q -o one.xml --seed 1
check "seed 1 is the default" cmp -s one.xml default.xml
run route dense.xml -q -o two.xml --seed 2
check "another seed, other copper" [ "$(cmp -s one.xml two.xml && echo same)" = "" ]
run check two.xml
check "that is clean as well" [ "$code" -lt 2 ]
run route dense.xml -q -o again.xml --seed 2
check "the same seed, the same bytes" cmp -s two.xml again.xml
run route dense.xml -q -o one.xml --optimise 0
run route dense.xml -q -o o.xml --optimise 0 --direction top=horizontal --direction bottom=vertical
check "directions as they are without, until the copper is optimised" cmp -s o.xml one.xml
run route dense.xml -q -o o.xml --via-cost 10mm --direction top=vertical --direction bottom=horizontal
check "other directions, other copper" [ "$(cmp -s o.xml default.xml && echo same)" = "" ]
across() {
    awk -v layer="layer=\"$2\"" '/<wire/ && index($0, layer) {
        split($0, part, "\"")
        dx = part[6] - part[2]; dy = part[8] - part[4]
        x += dx < 0 ? -dx : dx; y += dy < 0 ? -dy : dy
    } END { print (x > y) ? "horizontal" : "vertical" }' "$1"
}
check "the top goes up and down" [ "$(across o.xml top)" = vertical ]
check "the bottom to the sides" [ "$(across o.xml bottom)" = horizontal ]
run route dense.xml -q -o o.xml --direction top=none
check "a layer of no tracks" [ "$(grep -c 'layer="top"' o.xml)" = "$(grep -c 'layer="top"' dense.xml)" ]
check "the other one has them all" [ "$(grep -c 'layer="bottom"' o.xml)" -gt 10 ]
for wrong in top=up top "=any"; do
    run route dense.xml -o o.xml --direction "$wrong"
    check "--direction $wrong" exits 2 err "leeway route: "
done
run route dense.xml -o o.xml --direction middle=any
check "no such layer" exits 2 err 'the board has no layer "middle"'
for option in "seed 2" "direction top=any"; do
    # shellcheck disable=SC2086 # words
    run route dense.xml -o o.xml --strategy sequential --$option
    check "--$option says nothing to the sequential strategy" exits 2 err "is for --strategy negotiated"
done
cat >pads.xml <<END
<board xmlns="urn:leeway:board:1" name="pads" units="mm">
  <layers><layer name="top"/><layer name="bottom"/></layers>
  <rules width="0.4" clearance="0.3" edge="0.5" hole="0.25" via="0.8" drill="0.4"/>
  <outline><rectangle x1="0" y1="0" x2="20" y2="10"/></outline>
  <keepout layers="top"><rectangle x1="9" y1="-1" x2="11" y2="11"/></keepout>
  <keepout layers="top bottom"><rectangle x1="3" y1="-1" x2="7" y2="3.5"/></keepout>
  <keepout layers="top bottom"><rectangle x1="3" y1="6.5" x2="7" y2="11"/></keepout>
  <keepout layers="top"><rectangle x1="6.2" y1="0" x2="7" y2="10"/></keepout>
  <keepout layers="top"><rectangle x1="3" y1="0" x2="3.8" y2="10"/></keepout>
  <package name="PAD"><smd name="1" x="0" y="0" dx="2" dy="2" layer="top"/></package>
  <package name="PIN"><pad name="1" x="0" y="0" drill="0.8" diameter="1.6"/></package>
  <element name="A" package="PAD" x="5" y="5"/>
  <element name="B" package="PIN" x="15" y="5"/>
  <net name="N"><contactref element="A" pad="1"/><contactref element="B" pad="1"/></net>
</board>
END
run route pads.xml -o o.xml
check "a pad with no room but in itself" exits 1 err "0 of 1 connections routed"
run route pads.xml -o o.xml --via-in-pad off
check "the same" exits 1
run route pads.xml -o o.xml --via-in-pad on
check "a via in it joins it" exits 0 err "1 of 1 connections routed, 1 via"

# ---- JSON ----

keys() {
    sed -n 's/^  "\([a-z_]*\)":.*/\1/p' "$1" | tr '\n' ' '
}
contract="schema leeway board layers nets connections open open_nets violations preexisting by_rule vias jumpers length_mm cpu_s wall_s memory_mb peak_mb grid_um rounds necks stopped"
run route walled.xml --json report.json
check "route --json is enough of an output" exits 1
for key in $contract poured_nets faults; do
    check "route --json has $key" grep -q "^  \"$key\":" report.json
done
check "no key twice" [ -z "$(keys report.json | tr ' ' '\n' | sort | uniq -d)" ]
run check walled.xml --json checked.json
check "check --json has the same keys" [ "$(keys checked.json)" = "$(keys report.json)" ]
holds() {
    tr -d ' \n' <"$1" | grep -qF -- "$2"
}
check "schema 1" holds report.json '"schema":1,'
check "counts" holds report.json '"layers":2,"nets":2,"connections":2,"open":1,'
check "the open net" holds report.json '"open_nets":[{"name":"ACROSS","pads":["'
check "no violation" holds report.json '"violations":0,"preexisting":0,'
run check clash.xml --json -
check "a violation by its rule" holds out '"violations":1,"preexisting":0,"by_rule":{"short":1,'
check "and as a fault" holds out '"faults":[{"rule":"short","preexisting":false,'
run check clash.xml --base clash.xml --json checked.json
check "a fault that the board before had is none" exits 0 out "faults that the board had before: 1"
check "and counts apart" holds checked.json '"violations":0,"preexisting":1,'
run check clash.xml --base pair.xml
check "but one with new copper is" exits 5 out "violations: "
run check clash.xml --base gone.xml
check "no board before" exits 3 err "gone.xml: error:"
run check - --base -
check "two boards from standard input" exits 2 err "only one input can come from standard input"
run route clash.xml -o clash-routed.xml --json report.json
run check clash-routed.xml --base clash.xml --json checked.json
for key in violations preexisting open vias length_mm; do
    check "a run and the check after it agree: $key" \
        [ "$(grep "^  \"$key\"" checked.json)" = "$(grep "^  \"$key\"" report.json)" ]
done
awk 'BEGIN {
    print "<board xmlns=\"urn:leeway:board:1\" units=\"mm\"><layers><layer name=\"top\"/></layers>"
    print "<rules width=\"0.2\" clearance=\"0.2\" edge=\"0\" hole=\"0.2\" via=\"0.6\" drill=\"0.3\"/>"
    print "<outline><rectangle x1=\"0\" y1=\"0\" x2=\"9\" y2=\"9\"/></outline>"
    for (i = 0; i < 30000; i++)
        print "<hole x=\"5\" y=\"5\" drill=\"0.5\"/>"
    print "</board>"
}' >heap.xml
run check heap.xml --json checked.json
check "a heap of holes ends, and is not called clean" exits 5 out "not all faults were searched for"
check "the report says so" holds checked.json '"cut_short":true'
run route pair.xml --json - -q
check "length of the track" holds out '"length_mm":10.0,'
check "one round" holds out '"rounds":1,'
check "nothing stopped it" holds out '"stopped":null,'

# ---- the same bytes ----

dense 10 >dense.xml
run route dense.xml -q -o one.xml --svg one.svg --pdf one.pdf --png one.png
again() { # NAME ENVIRONMENT...
    name=$1
    shift
    env "$@" "$LEEWAY" route dense.xml -q -o two.xml --svg two.svg --pdf two.pdf --png two.png
    for kind in xml svg pdf png; do
        check "the same $kind: $name" cmp -s one.$kind two.$kind
    done
}
again "a second run" A=1
again "another locale" LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8
again "another time and home" TZ=Asia/Tokyo HOME=/nonexistent
run route dense.xml -q --threads 1 -o two.xml
check "the same xml: one thread" cmp -s one.xml two.xml
run route dense.xml -q --wave double -o two.xml
check "the double wave routes as well" [ "$code" -le 1 ]
for option in "wave double" "order short" "rounds 12"; do
    # shellcheck disable=SC2086 # two words
    run route dense.xml -q --$option -o chosen.xml
    run route dense.xml -q --strategy sequential --$option -o two.xml
    check "--$option chooses the sequential strategy" cmp -s chosen.xml two.xml
done

# ---- the rounds of a run ----

for strategy in negotiated sequential; do
    run route "$LEEWAY_SOURCE/boards/h-bridge.xml" --json report.json -q --strategy $strategy
    rounds=$(sed -n 's/^  "rounds": \([0-9]*\),*$/\1/p' report.json)
    check "$strategy: the history has every round" [ "$(grep -c '^      "round": ' report.json)" = "$rounds" ]
    check "$strategy: in their order" grep -q "^      \"round\": $rounds," report.json
done
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    dense 10 >live.xml
    script -qec "stty cols 200; TERM=xterm '$LEEWAY' route live.xml -o live.out.xml" /dev/null </dev/null >out 2>err
    check "a line shows the rounds on a terminal" grep -q "round [0-9]*: [0-9]* open, [0-9]* nets overlap, [0-9]* vias, [0-9.]* mm" out
    script -qec "TERM=dumb '$LEEWAY' route live.xml -o dumb.xml" /dev/null </dev/null >out 2>err
    check "but not on a dumb one" [ "$(grep -c "nets overlap" out)" -eq 0 ]
    check "and changes nothing" cmp -s live.out.xml dumb.xml
else
    skip "a line shows the rounds on a terminal" "script(1) or /dev/pts is missing"
fi

# ---- lengths at their limits ----

# extreme SIDE WIDTH CLEARANCE VIA DRILL, in mm
extreme() {
    cat <<END
<board xmlns="urn:leeway:board:1" name="extreme" units="mm">
  <layers><layer name="top"/><layer name="bottom"/></layers>
  <rules width="$2" clearance="$3" edge="0" hole="0" via="$4" drill="$5"/>
  <outline><rectangle x1="-$1" y1="-$1" x2="$1" y2="$1"/></outline>
  <package name="P"><smd name="1" x="0" y="0" dx="$1" dy="$1" layer="top"/></package>
  <element name="A" package="P" x="-$1" y="-$1"/>
  <element name="B" package="P" x="$1" y="$1"/>
  <element name="C" package="P" x="-$1" y="$1"/>
  <net name="N"><contactref element="A" pad="1"/><contactref element="B" pad="1"/></net>
  <net name="M"><contactref element="C" pad="1"/></net>
</board>
END
}
while read -r rules; do
    # shellcheck disable=SC2086 # several numbers
    extreme $rules >extreme.xml
    for strategy in negotiated sequential; do
        run route extreme.xml -o extreme-routed.xml --strategy $strategy --memory 100 --timeout 5
        case $code in 0 | 1 | 2 | 5) good=true ;; *) good=false ;; esac
        check "$rules, $strategy: comes to an end" $good
    done
done <<END
400 1000 1000 1000 999
400 0.000001 0.000001 0.000002 0.000001
400 1000 0 1000 999
400 0.2 1000 0.6 0.3
400 1000 0.000001 0.6 0.3
0.001 0.000001 0.000001 0.000002 0.000001
0.001 1000 1000 1000 999
0.000001 0.2 0.2 0.6 0.3
END

# ---- stopping ----

dense 24 >large.xml
run route large.xml -o late.xml --timeout 0.001 --json late.json
check "out of time: the best so far, by its result" exits 1 err "out of time"
check "out of time: the report says so" holds late.json '"stopped":"timeout"'
check "out of time: the file is written" [ -s late.xml ]

wait_for_handler() { # PID: until it catches SIGINT, the second bit
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        ! grep -qs '^SigCgt:.*[2367abef]$' "/proc/$1/status" || return
        sleep 0.1
    done
}
dense 36 >larger.xml
stop_by() { # SIGNAL
    env --default-signal=INT,HUP "$LEEWAY" route larger.xml -o stopped.xml --json stopped.json \
        2>err &
    wait_for_handler $!
    kill -s "$1" $!
    wait $!
    code=$?
}
for signal in INT TERM HUP; do
    rm -f stopped.xml
    stop_by $signal
    check "SIG$signal: exit 130" exits 130 err "interrupted"
    check "SIG$signal: the report says so" holds stopped.json '"stopped":"interrupt"'
    check "SIG$signal: the best so far is written" [ -s stopped.xml ]
    run check stopped.xml -q
    check "SIG$signal: and is a board" [ "$code" -le 1 ]
done

# Nobody ever writes into the pipe.
mkfifo silent
for command in route convert; do
    env --default-signal=INT "$LEEWAY" $command silent -o never.xml 2>err &
    sleep 0.3
    kill -s INT $!
    wait $!
    code=$?
    check "$command: the first SIGINT ends a load" exits 130
    check "$command: and nothing is written" absent never.xml
done

# Two vias of one way may be worth it then, but their holes still keep apart.
run route "$LEEWAY_SOURCE/boards/blinker.xml" -o cheap.xml --via-cost 1um --optimise 0
check "vias that cost nothing keep the rules" exits 0 err "no violations"
finish
