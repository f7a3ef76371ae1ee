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
finish
