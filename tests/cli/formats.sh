#!/bin/sh
# Formats through the command, and that what is shown to people runs: the examples of --help and the
# commands of the README.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
cp "$boards/pair.brd" "$boards/pair.dsn" "$boards/pair.kicad_pcb" .

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
sed '/x1="0" y1="20" x2="0" y2="0"/d' pair.brd >open.brd
run info open.brd
check "what is known of no line is told without one" exits 0 out '  warnings     the outline is open on layer 20: a loose end at 0, 0 mm, the nearest other at 0, 20 mm; it is closed by straight lines'
run route pair.brd -o - -q
check "standard output has the input's" cmp -s out routed.brd
cp pair.brd eagle.xml
run route eagle.xml -o copy.xml -q
check "an ending that the input has as well says nothing" is_eagle copy.xml
cp pair.brd board.txt
run route board.txt -o copy.txt -q
check "whatever it is" is_eagle copy.txt
mkdir a.b
for command in route convert; do
    for name in routed.txt routed ./a.b/routed; do
        run $command pair.brd -o $name
        check "$command: -o $name says no format" exits 2 err "\"$name\" does not end in .xml, .brd, .ses or .kicad_pcb; --format takes any name"
        check "$command: -o $name: nothing is written" absent $name
    done
done
"$LEEWAY" route - -o routed -q <pair.brd >out 2>err
code=$?
check "nor does standard input name one" exits 2 err "does not end in"
cp pair.brd unnamed
run route unnamed --in-place -q
check "--in-place keeps the format" is_eagle unnamed
run check routed.xml
check "a converted board is routed and clean as well" exits 0 out "2 of 2 connections routed"

run convert pair.brd -o pair2.xml
check "convert by the ending" is_leeway pair2.xml
run convert routed.xml -o again.xml
check "convert to the same format changes nothing" cmp -s again.xml routed.xml
for command in route convert; do
    run $command pair.xml -o pair2.brd
    check "$command: an EAGLE document is not made anew" exits 2 err "pair.xml: error: only what was read as EAGLE can be written as it"
    check "$command: and nothing is left" absent pair2.brd
done

run route pair.dsn -o pair.ses
check "a Specctra design is routed" exits 0 err "2 of 2 connections routed"
check "into a session" grep -q '^(session pair.ses$' pair.ses
run route pair.dsn -o routed.text --format specctra -q
check "whatever the ending when the format is named" cmp -s routed.text pair.ses
run route pair.dsn -o dsn.xml -q
check "or into another format" is_leeway dsn.xml
run convert pair.dsn -o empty.ses
check "convert gives a session with the copper that is there" [ "$(grep -c '(net ' empty.ses)" -eq 0 ]
for options in "--in-place" "-o other.dsn" "-o other.dsn --format specctra"; do
    run route pair.dsn $options
    check "$options: no session in the place of a design" exits 2 err "designs are only read"
done
cp pair.dsn design.text
run route design.text --in-place
check "in its own place neither" exits 2 err "designs are only read"
check "nothing happens to it" cmp -s pair.dsn design.text
for command in route convert; do
    run $command pair.xml -o pair2.ses
    check "$command: a session needs its design" exits 2 err "pair.xml: error: cannot be written as Specctra"
    check "$command: and nothing is left" absent pair2.ses
done

run route pair.kicad_pcb -o routed.kicad_pcb
check "a KiCad board is routed" exits 0 err "2 of 2 connections routed"
check "without its project by KiCad's defaults" exits 0 err "there is no project file beside the board"
check "into its own text, where nothing else changes" [ -z "$(diff pair.kicad_pcb routed.kicad_pcb | grep -v '^>   (segment\|^[0-9]')" ]
check "in KiCad's default width" grep -q '(width 0.2) ' routed.kicad_pcb
run check routed.kicad_pcb
check "and is read again" exits 0 out "2 of 2 connections routed"
echo '{"net_settings": {"classes": [{"name": "Default", "track_width": 0.6}]}}' >pair.kicad_pro
run route pair.kicad_pcb -o routed.kicad_pcb
check "with its project no default is told" [ -z "$(grep project err)" ]
check "and tracks have the width of the project" grep -q '(width 0.6) ' routed.kicad_pcb
check "that the project stays behind is said" grep -qxF 'routed.kicad_pcb: its rules stand in "pair.kicad_pro": copy it, to routed.kicad_pro, before you open or check the board' err
run route pair.kicad_pcb -o - --from-scratch
check "but not of standard output" [ -z "$(grep "stand in" err)" ]
run convert pair.kicad_pcb -o routed.xml
check "nor where the format has rules of its own" [ -z "$(grep "stand in" err)" ]
echo '{"net_settings": {"classes": [{"name": "Default", "track_width": 0.6, "clearance": 4.9}]}}' >pair.kicad_pro
run check routed.kicad_pcb
check "alone it is judged by KiCad's defaults" exits 0 err "there is no project file beside the board"
run check routed.kicad_pcb --base pair.kicad_pcb
check "the board before lends its project" exits 5 out "clearance"
check "and no default is told" is err ""
"$LEEWAY" check - --base pair.kicad_pcb <routed.kicad_pcb >out 2>err
code=$?
check "to standard input as well" exits 5 out "clearance"
run grade pair.kicad_pcb routed.kicad_pcb
check "as it does for grading" exits 5 out "clearance"
echo '{}' >routed.kicad_pro
run check routed.kicad_pcb --base pair.kicad_pcb
check "a project of its own goes before" exits 0
run route pair.kicad_pcb -o routed.kicad_pcb
check "and leaves nothing to say" [ -z "$(grep "stand in" err)" ]
rm routed.kicad_pro
"$LEEWAY" info - <pair.kicad_pcb >out 2>err
code=$?
check "standard input has no project" exits 0 out "width 0.2"
check "nor a name" exits 0 out 'board: kicad, board "board"'
echo '(version 1) (rule "wide" (constraint track_width (min 2mm)))' >pair.kicad_dru
run info pair.kicad_pcb
check "rules in another language are told not to be read" exits 0 out "custom rules beside the board are not read"
rm pair.kicad_dru
echo '{"net_settings": ' >pair.kicad_pro
run route pair.kicad_pcb -o broken.kicad_pcb
check "a broken project is told by its name" exits 3 err "pair.kicad_pro:2: error: is not a project of KiCad"
check "and nothing is written" absent broken.kicad_pcb
rm pair.kicad_pro
sed '$d' pair.kicad_pcb >places.kicad_pcb
cat >>places.kicad_pcb <<END
  (segment (start 110 102) (end 110 104) (width 0.2) (layer "F.Cu") (net 1))
  (segment (start 109 103) (end 111 103) (width 0.2) (layer "F.Cu") (net 2))
  (zone (net 0) (net_name "") (layers "*.Cu") (hatch edge 0.5)
    (keepout (tracks not_allowed) (vias not_allowed) (pads allowed) (copperpour allowed) (footprints allowed))
    (polygon (pts (xy 129 109) (xy 131 109) (xy 131 111) (xy 129 111))))
)
END
run check places.kicad_pcb --json report.json
check "places are KiCad's, whose y grows downwards" exits 5 out "short: track of A and track of B touch, F.Cu, at 110, 10"
check "in reports too" grep -q '"y_mm": 10[0-9.]*,' report.json
run route places.kicad_pcb -o places.out.kicad_pcb
check "and in reasons" exits 1 err "the keepout around 130, 110 mm covers"
run compare pair.kicad_pcb --from 111,110 --to 120,105
check "and in lessons" exits 0 out "from 111,110,1 to 120,105,1 (mm)"
run route pair.kicad_pcb -o kicad.xml -q
check "or into another format" is_leeway kicad.xml
for command in route convert; do
    run $command pair.xml -o pair2.kicad_pcb
    check "$command: a KiCad board is not made anew" exits 2 err "pair.xml: error: only what was read as KiCad can be written as it"
    check "$command: and nothing is left" absent pair2.kicad_pcb
done

# ---- a session and its design ----

cp "$boards/pair.dsn" design.dsn
run route design.dsn -o design.ses --json routed.json
run check design.dsn design.ses --json judged.json
check "a session is judged with its design" exits 0 out "design.dsn: 2 of 2 connections routed"
numbers() {
    grep -E '^  "(connections|open|violations|tracks|vias)":' "$1"
}
check "as the run that wrote it was" [ "$(numbers routed.json)" = "$(numbers judged.json)" ]
run check design.dsn
check "the design alone is as it was" exits 1 out "0 of 2 connections routed"
run draw design.dsn design.ses --svg both.svg
check "a session is drawn with its design" exits 0
"$LEEWAY" draw design.dsn --svg alone.svg
check "which shows its copper" [ "$(wc -c <both.svg)" -gt "$(wc -c <alone.svg)" ]
run grade design.dsn design.ses
check "a session is graded by its design" exits 0 out "design.ses: right: all joined, no rule violated"
cp design.ses result
run grade design.dsn result
check "whatever its name is" exits 0 out "result: right"
echo '(session x (routes (resolution um 10) (network_out)))' >bare.ses
run grade design.dsn bare.ses
check "one without copper is incomplete" exits 1 out "  bare.ses: open: pad "
sed 's/(resolution um 10)/(resolution mm 10000)/' design.ses >finer.ses
"$LEEWAY" check design.dsn finer.ses --json finer.json >/dev/null
check "in parts of any unit" [ "$(numbers finer.json)" = "$(numbers judged.json)" ]
sed 's/B.Cu 2500/B.Cu 2001/; s/(net GND/(net OTHER/' design.ses >other.ses
run check design.dsn other.ses
check "of another design" exits 3 err 'error: the design has no net "OTHER"'
run check design.dsn design.dsn
check "a design for a session" exits 3 err "design.dsn:1:1: error: is no session of Specctra"
echo '(session x (routes (resolution um 10)))' >empty.ses
run check design.dsn empty.ses
check "a session without copper" exits 3 err "empty.ses:1:12: error: the session has no (network_out ...)"
echo '(session x (routes (resolution um 10) (network_out (net GND (wire)))))' >bare.ses
run check design.dsn bare.ses
check "a warning of a session names it" exits 1 err "design.dsn: warning: bare.ses:1:61: a wire without a known figure is not read"
run check design.dsn design.ses empty.ses
check "two sessions" exits 2 err 'one file at a time, not also "empty.ses"'
run check pair.xml design.ses
check "a session and another board" exits 2 err 'one file at a time, not also "design.ses"'

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
cp "$LEEWAY_SOURCE/boards/lessons/crossing.grid" maze.grid
cp "$LEEWAY_SOURCE/boards/lessons/crossing.nl" maze.nl
run route maze.grid -q -o maze.sol
for command in route check draw info convert; do
    "$LEEWAY" $command --help | sed -n '/^examples:/,$s/^  //p' >examples
    while read -r line; do
        rm -f shown/*
        cp board.xml pair.brd shown
        cp pair.brd shown/board.brd
        cp pair.brd shown/unrouted.brd
        cp pair.dsn shown/board.dsn
        cp design.ses shown/board.ses
        cp routed.xml routed.brd shown
        cp maze.grid maze.nl maze.sol shown
        check "--help: $line" runs "$line"
    done <examples
done
rm -f shown/*
cp pair.brd shown/your.brd
ln -s "$LEEWAY_SOURCE/boards" shown/boards
sed -n 's/ *#.*//; /^leeway /p' "$LEEWAY_SOURCE/README.md" >examples
check "the README has nine commands" [ "$(wc -l <examples)" -eq 9 ]
while read -r line; do
    check "README: $line" runs "$line"
done <examples
finish
