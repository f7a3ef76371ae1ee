# What the tests of the command share: TAP, a folder to work in, a run with its output kept.
# LEEWAY is the command, LEEWAY_SOURCE the source tree.
set -u
boards=$LEEWAY_SOURCE/tests/cli/boards
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cp "$boards"/*.xml .

tests=0

# check NAME COMMAND...: passes when the command does
check() {
    name=$1
    shift
    tests=$((tests + 1))
    if "$@"; then
        echo "ok $tests - $name"
    else
        echo "not ok $tests - $name"
        echo "# exit status ${code-}; wanted: $*"
        sed 's/^/# stdout: /' out 2>/dev/null | head -20
        sed 's/^/# stderr: /' err 2>/dev/null | head -20
    fi
}

skip() {
    tests=$((tests + 1))
    echo "ok $tests - $1 # SKIP $2"
}

finish() {
    echo "1..$tests"
}

# Leaves code, out and err.
run() {
    "$LEEWAY" "$@" >out 2>err </dev/null
    code=$?
}

# exits CODE [FILE TEXT]: with that status, and the text in the file
exits() {
    [ "$code" -eq "$1" ] && { [ $# -lt 2 ] || grep -qF -- "$3" "$2"; }
}

# is FILE TEXT: nothing but that line
is() {
    [ "$(cat "$1")" = "$2" ]
}

# absent FILE...: none of them is there
absent() {
    for file in "$@"; do
        [ ! -e "$file" ] || return 1
    done
}

# A board with many long nets, which takes a while: dense N
dense() {
    awk -v n="$1" 'BEGIN {
        print "<board xmlns=\"urn:leeway:board:1\" name=\"dense\" units=\"mm\">"
        print "<layers><layer name=\"top\"/><layer name=\"bottom\"/></layers>"
        print "<rules width=\"0.2\" clearance=\"0.2\" edge=\"0.5\" hole=\"0.25\" via=\"0.8\" drill=\"0.4\"/>"
        printf "<outline><rectangle x1=\"0\" y1=\"0\" x2=\"%d\" y2=\"%d\"/></outline>\n", 3 * n + 3, 3 * n + 3
        print "<package name=\"PIN\"><pad name=\"1\" x=\"0\" y=\"0\" drill=\"0.6\" diameter=\"1.2\"/></package>"
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                printf "<element name=\"P%d\" package=\"PIN\" x=\"%d\" y=\"%d\"/>\n", i * n + j, 3 * i + 3, 3 * j + 3
        for (k = 0; 2 * k + 1 < n * n; k++) {
            printf "<net name=\"N%d\"><contactref element=\"P%d\" pad=\"1\"/>", k, k
            printf "<contactref element=\"P%d\" pad=\"1\"/></net>\n", n * n - 1 - (k * 7) % int(n * n / 2)
        }
        print "</board>"
    }'
}
