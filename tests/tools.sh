#!/bin/sh
# The tools that set up, build and test, on machines that lack this and that: programs that say what
# the machine has stand before the real ones in the path.
. "$LEEWAY_SOURCE/tests/cli/lib.sh"

# A tree of its own, which is configured anew.
mkdir tree bin
ln -s "$LEEWAY_SOURCE"/* tree
rm -rf tree/build tree/tools
cp -R "$LEEWAY_SOURCE/tools" tree

# program NAME SCRIPT
program() {
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}

# tool NAME ARGUMENTS...: leaves code, out and err
tool() {
    name=$1
    shift
    PATH=$PWD/bin:$PATH "tree/tools/$name" "$@" >out 2>err </dev/null
    code=$?
}

# Whatever is missing here, a test installs nothing.
program apt-get 'exit 1'
program sudo 'exit 1'

# ---- where the library is installed ----

program dpkg-architecture 'exit 1'
tool setup
check "a machine without dpkg-architecture is set up" exits 0
libdir=$(meson introspect --buildoptions tree/build | tr '{' '\n' | grep '"name": "libdir"')
if [ -f /etc/debian_version ]; then
    check "libraries go where the loader of Debian looks" [ -z "${libdir##*'"value": "lib"'*}" ]
else
    skip "libraries go where the loader of Debian looks" "this is not Debian"
fi

# ---- what is missing and cannot be installed ----

program pkg-config '[ "$2" != jansson ]'
program id 'echo 1000'
program sudo 'echo "sudo: a terminal is required to read the password" >&2; exit 1'
tool setup
check "a sudo that cannot ask is not taken for apt-get" exits 1 err "setup: sudo does not let this be installed; please run as root"
check "its own words are there" grep -q "a terminal is required" err
check "and what to do" grep -qF "apt-get install --no-install-recommends libjansson-dev" err
check "then" grep -q "^and then this command again" err
program sudo '"$@"'
tool setup
check "apt-get that fails is told" exits 1 err "setup: apt-get could not install: libjansson-dev"

# ---- building and testing ----

rm bin/id bin/pkg-config
program meson 'echo "ERROR: no such thing"; exit 1'
tool build folder
check "a build that fails shows its log" exits 1 err "ERROR: no such thing"
program meson 'case $1 in
test)
    mkdir -p build/meson-logs
    cat >build/meson-logs/testlog.txt <<END
ok 1 - here
ok 2 - there # SKIP there is no there
ok - elsewhere::is_not  # SKIP there is no there
1..0 # SKIP there is no browser
END
    echo "<testsuite name=\"all\" tests=\"4\" errors=\"0\" failures=\"0\" skipped=\"3\">" >build/meson-logs/testlog.junit.xml
    ;;
esac'
tool test
check "tests that were skipped are counted" exits 0 out "1 passed, 0 failed, 3 skipped"
check "by their reasons" grep -qx "  *2 skipped: there is no there" out
check "of a whole program as well" grep -qx "  *1 skipped: there is no browser" out
check "how long it takes is said before" grep -q "^Testing (.* minutes" out
finish
