#!/bin/sh
# Wrong usage, help, and that help, man page and completions name the same options.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

run
check "no command: help on stderr, exit 2" exits 2 err "usage: leeway COMMAND"
run --help
check "--help goes to stdout" exits 0 out "usage: leeway COMMAND"
run --version
check "--version says name and number" exits 0 out "leeway 0."
run ruote pair.xml
check "a misspelt command is guessed" exits 2 err 'leeway: there is no command "ruote"; did you mean "route"?'
run --verison
check "an unknown first option" exits 2 err 'there is no option "--verison"'
run help draw
check "help COMMAND is that command's" exits 0 out "usage: leeway draw"
run help drow
check "help of what is no command" exits 2 err '; did you mean "draw"?'

run route pair.xml -o o.xml --from-scrach
check "a misspelt option is guessed" exits 2 err "there is no option --from-scrach; did you mean --from-scratch?"
run route pair.xml -o o.xml -y
check "an unknown letter" exits 2 err "leeway route: there is no option -y"
run route pair.xml -o o.xml --w single
check "an abbreviation that may mean several" exits 2 err "--w may mean several options"
run route pair.xml --output
check "an option without its value" exits 2 err "--output needs a value"
run route pair.xml -o o.xml --quiet=no
check "a value where none belongs" exits 2 err "--quiet takes no value"
run route pair.xml -o o.xml -o p.xml
check "an output twice" exits 2 err "--output is given twice"
run route pair.xml -o ''
check "an empty name" exits 2 err "--output is empty"
run route
check "no file" exits 2 err "leeway route: which file?"
run route pair.xml empty.xml -o o.xml
check "two files where one is wanted" exits 2 err 'one file at a time, not also "empty.xml"'
run route pair.xml
check "no output" exits 2 err "where to?"
run draw pair.xml
check "no picture" exits 2 err "where to?"
run convert pair.xml
check "nothing to convert to" exits 2 err "where to?"
run route pair.xml -o o.xml --keep --from-scratch
check "options that exclude each other" exits 2 err "--keep and --from-scratch exclude each other"
run route pair.xml -o o.xml --wave triple
check "a choice that there is not" exits 2 err '--wave is single or double, not "triple"'
run route pair.xml -o o.xml --order size
check "a choice of many" exits 2 err '--order is short, long, few or file, not "size"'
for option in "wave single" "order file" "rounds 3"; do
    # shellcheck disable=SC2086 # two words
    run route pair.xml -o o.xml --strategy negotiated --$option
    check "negotiated, with --$option" exits 2 err "--${option% *} is for --strategy sequential"
done
for option in "strategy sequential" "rounds 3"; do
    # shellcheck disable=SC2086 # two words
    run route pair.xml -o o.xml --optimise 2 --$option
    check "optimise, with --$option" exits 2 err "--optimise is for --strategy negotiated"
done
run draw pair.xml -o o.svg --dpi 300 --width 100
check "two sizes of a PNG" exits 2 err "--dpi and --width"
while IFS=: read -r words text; do
    # shellcheck disable=SC2086 # words
    run $words
    check "$words" exits 2 err "$text"
done <<'EOF'
draw pair.xml -o o.png --dpi 0:--dpi: "0" is not more than 0
draw pair.xml -o o.png --width 0:--width: "0" is not more than 0
route pair.xml -o o.xml --rounds 0:--rounds: "0" is not more than 0
route pair.xml -o o.xml --memory 0:--memory: "0" is not more than 0
draw pair.xml -o o.svg --dpi 300:--dpi says nothing without a PNG
draw pair.xml --pdf o.pdf --width 300:--width says nothing without a PNG
route pair.xml --svg o.svg --dpi 300:--dpi says nothing without --png
check pair.xml --svg o.svg --width 300:--width says nothing without --png
check pair.xml --theme dark:--theme says nothing without --svg, --pdf or --png
route pair.xml -o o.xml --layers top:--layers says nothing without --svg, --pdf or --png
route pair.xml -o o.xml --net SIGNAL:--net says nothing without --svg, --pdf or --png
route pair.xml -o o.xml --no-silk:--no-silk says nothing without --svg, --pdf or --png
route pair.xml -o o.xml --neck-down maybe:--neck-down is on or off, not "maybe"
route pair.xml -o o.xml --neck-down off --neck-width 0.1:--neck-width says nothing with --neck-down off
route pair.xml --json - --format eagle:--format says nothing without --output or --in-place
check pair.xml --quiet --verbose:--verbose and --quiet exclude each other
draw pair.xml -o o.svg --no-check --pours:--no-check and --pours exclude each other
EOF
run draw pair.xml -o o.gif
check "a picture of an unknown kind" exits 2 err 'does not end in .svg, .pdf or .png'
run draw pair.xml -o o.svg --net SIGNEL
check "a net that there is not is guessed" exits 2 err 'the board has no net "SIGNEL"; did you mean "SIGNAL"?'
run draw pair.xml -o o.svg --layers top,botom
check "a layer that there is not is guessed" exits 2 err 'the board has no layer "botom"; did you mean "bottom"?'
run convert pair.xml -o o.xml --format eagel
check "a format that there is not is guessed" exits 2 err '; did you mean "eagle"?'
for length in "" 0 -1 x 5ft 0,2 1e99 nan "0.1 0.2" 0x10; do
    run route pair.xml -o o.xml --grid "$length"
    check "--grid \"$length\" is refused" exits 2 err "leeway route: --grid"
done
for n in "" -1 x 1.5 9999999999; do
    run route pair.xml -o o.xml --threads "$n"
    check "--threads \"$n\" is refused" exits 2 err "leeway route: --threads"
done
check "nothing was written by all that" absent o.xml o.svg o.gif

# ---- help, man page and completions ----

man=$LEEWAY_SOURCE/src/cli/leeway.1
help_options() {
    "$LEEWAY" "$1" --help | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p' | sort
}
# The subsection's own options; those of pictures where it refers to them; --help everywhere.
man_options() {
    {
        sed -n "/^\.Ss leeway $1\$/,/^\.S[sh]/p" "$man" >section
        sed -n 's/^\.It.* Fl [a-z]* *,* *-\([a-z-]*\).*/\1/p; s/^\.It Fl -\([a-z-]*\).*/\1/p; s/^\.It Fl ., -\([a-z-]*\).*/\1/p' section
        if grep -q '^\.Sx Pictures' section; then
            sed -n '/^\.Ss Pictures/,/^\.El/s/^\.It Fl -\([a-z-]*\).*/\1/p' "$man"
        fi
        echo help
    } | sort -u
}
bash_options() {
    bash -c '. "$1"; _leeway_options "$2"' - "$LEEWAY_SOURCE/src/cli/leeway.bash" "$1" |
        tr ' ' '\n' | sed 's/^--//' | sort
}
zsh_options() {
    file=$LEEWAY_SOURCE/src/cli/_leeway
    {
        sed -n "/^$1)\$/,/;;/p" "$file" >section
        sed -n 's/.*--\([a-z-]*\)}*.*\[.*/\1/p' section
        if grep -q '\$pictures' section; then
            sed -n "/^pictures=/,/^)/s/.*'--\([a-z-]*\)\[.*/\1/p" "$file"
        fi
        echo help
    } | sort
}
same() {
    [ -n "$1" ] && [ "$1" = "$2" ] || {
        printf '%s\n' "$1" >wanted
        printf '%s\n' "$2" | diff wanted - | sed 's/^/# /'
        return 1
    }
}
for command in route check draw info convert wave compare grade worksheet maze; do
    run "$command" --help
    check "$command --help has usage, options and examples" exits 0 out "usage: leeway $command"
    check "$command --help has examples" grep -q "^  leeway $command" out
    check "$command --help is at most 80 columns wide" [ -z "$(grep -E '.{81}' out)" ]
    check "$command: the man page names its options" same "$(help_options $command)" "$(man_options $command)"
    if command -v bash >/dev/null; then
        check "$command: bash completes its options" same "$(help_options $command)" "$(bash_options $command)"
    fi
    check "$command: zsh completes its options" same "$(help_options $command)" "$(zsh_options $command)"
done
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning "$man" >out 2>err
    code=$?
    check "the man page is without fault" exits 0
else
    skip "the man page is without fault" "there is no mandoc"
fi
# A word of the text that is a macro's name, too, swallows what follows.
if command -v groff >/dev/null; then
    groff -mandoc -Tascii -ww "$man" >out 2>err
    code=$?
    check "the man page loses nothing on its way to the reader" is err ""
    check "the man page ends with the paper" grep -q '"An Algorithm for Path' out
else
    skip "the man page loses nothing on its way to the reader" "there is no groff"
fi
finish
