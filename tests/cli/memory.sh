#!/bin/sh
# The memory that is told beforehand, and what is taken in the end.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

# What the program takes beside grid and search: libraries, the board, its drawing.
BESIDE=24

# number FILE KEY: a number of a JSON report
number() {
    sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1"
}

# within A B: A <= B, numbers with a point
within() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }'
}

# takes_no_more_than_told NAME OPTIONS... FILE
takes_no_more_than_told() {
    what=$1
    shift
    run route -q --json told.json "$@"
    told=$(number told.json memory_mb) took=$(number told.json peak_mb)
    check "$what: comes to an end" [ "$code" -lt 2 ]
    check "$what: says what it may take" within 0.1 "$told"
    if [ "$LEEWAY_SANITIZE" = none ]; then
        check "$what: takes $took MB, may take $told" within "$took" "$(awk -v t="$told" "BEGIN { print t + $BESIDE }")"
    else
        skip "$what: takes no more" "sanitizers take memory of their own"
    fi
}

dense 10 >dense.xml
for strategy in negotiated sequential; do
    takes_no_more_than_told "a fine grid, $strategy" --grid 0.04mm --timeout 3 --strategy $strategy dense.xml
    if [ "$LEEWAY_SANITIZE" = none ]; then
        check "which is much" within 40 "$told"
        check "most of which it takes" within "$(awk -v t="$told" 'BEGIN { print t / 2 }')" "$took"
    fi
    takes_no_more_than_told "a fitted grid, $strategy" --timeout 10 --strategy $strategy dense.xml
    for limit in 2 1; do
        takes_no_more_than_told "$limit MB, $strategy" --memory $limit --timeout 3 --strategy $strategy dense.xml
        check "$limit MB, $strategy: that and no more" within "$told" $limit
    done
done

run route dense.xml --json - --grid 0.01mm --memory 100
check "a grid that needs more is refused" exits 2 err "needs more memory than the 100 MB allowed"

run route --json told.json -q --grid 0.4mm --strategy negotiated pair.xml
told=$(number told.json memory_mb)
check "a small board takes little" within "$told" 1

run route -q --json fitted.json --timeout 0.001 dense.xml
run info --json dense.xml
check "info says the grid beforehand" [ "$(number out grid_um)" = "$(number fitted.json grid_um)" ]
check "and the memory" [ "$(number out memory_mb)" = "$(number fitted.json memory_mb)" ]
run info dense.xml
check "info says both in words" grep -q "to route     on a grid of [0-9.]* mm at first, with up to [0-9]* MB" out

# The stretch that the heap begins with elsewhere, 32 MB, would leave nothing of this.
run_within() { # KILOBYTES ARGUMENTS...
    limit=$1
    shift
    (
        ulimit -d "$limit"
        "$LEEWAY" "$@" >out 2>err </dev/null
    )
    code=$?
}
if [ "$LEEWAY_SANITIZE" = none ]; then
    enough=yes
    for limit in 32700 32800 32900 33000 33100 33200 33300 33400; do
        run_within $limit route -q --threads 1 pair.xml -o within.xml
        [ "$code" -eq 0 ] || enough="not with $limit KB"
    done
    check "what the system allows is there for the board" [ "$enough" = yes ]
    run_within 20000 route --json - --threads 1 --grid 0.02mm dense.xml
    check "a grid that the system has no memory for" exits 2 err "dense.xml: error: no memory for the lattice"
    told=yes
    limit=200
    while [ $limit -lt 2400 ]; do
        run_within $limit route -q --threads 1 --optimise 0 pair.xml -o within.xml
        { [ "$code" -le 3 ] && { [ "$code" -eq 0 ] || [ -s err ]; }; } || told="not with $limit KB"
        limit=$((limit + 100))
    done
    check "whatever the system refuses is said" [ "$told" = yes ]
else
    skip "whatever the system refuses is said" "sanitizers take memory of their own"
    skip "what the system allows is there for the board" "sanitizers take memory of their own"
    skip "a grid that the system has no memory for" "sanitizers take memory of their own"
fi

run route -q --json told.json "$LEEWAY_SOURCE/boards/lessons/labyrinth.txt"
check "a field problem says it as well" within 0.1 "$(number told.json memory_mb)"
finish
