#!/bin/sh
# The tables of docs/compare.md are what the command says. `--regenerate` writes them anew.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"
page=$LEEWAY_SOURCE/docs/compare.md
ln -s "$LEEWAY_SOURCE/boards/mazes" mazes
ln -s "$LEEWAY_SOURCE/boards/blinker.xml" blinker.real
rm -f blinker.xml && mv blinker.real blinker.xml

# What stands behind a command in a block gives way to what the command says.
true_page() {
    inside=
    while IFS= read -r line; do
        case $line in
        '$ leeway '*)
            printf '%s\n' "$line"
            # shellcheck disable=SC2086 # words
            "$LEEWAY" ${line#'$ leeway '} </dev/null | sed '$ { /^$/d; }'
            inside=yes
            continue
            ;;
        '```') inside= ;;
        esac
        [ -n "$inside" ] || printf '%s\n' "$line"
    done <"$page"
}

true_page >page
if [ "${1-}" = --regenerate ]; then
    cp page "$page"
    exit
fi
check "the page has tables" [ "$(grep -c '^lee ' page)" -eq 4 ]
check "the tables of docs/compare.md are true ('ninja tables' writes them)" cmp -s page "$page"
finish
