#!/bin/sh
# Is the library usable where it is installed? Installs into a stage, then, with nothing but what
# pkg-config says, compiles each header alone and links the example with the shared and with the
# static library, and as C++. Last, the shared library has to export what the headers declare, and no more.
#
# usage: install.sh SOURCE BUILD PREFIX LIBDIR CC
set -eu
source=$1 build=$2 prefix=$3 libdir=$4
shift 4
cc="$*"
command -v pkg-config >/dev/null || { echo "no pkg-config here"; exit 77; }

# Where pkg-config looks below the prefix, it has to look where leeway.pc goes.
searched=$(pkg-config --variable pc_path pkg-config | tr ':' '\n' | grep "^$prefix/lib" || true)
if [ -n "$searched" ] && ! echo "$searched" | grep -qxF "$prefix/$libdir/pkgconfig"; then
    echo "pkg-config does not look in $prefix/$libdir/pkgconfig; -Dlibdir=lib installs where it does"
    exit 1
fi

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
meson install -C "$build" --no-rebuild --quiet --destdir "$stage" >/dev/null
lib=$stage$prefix/$libdir
mkdir "$stage/pc" "$stage/archive" "$stage/out"
sed "s|^prefix=.*|prefix=$stage$prefix|" "$lib/pkgconfig/leeway.pc" >"$stage/pc/leeway.pc"
export PKG_CONFIG_PATH="$stage/pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
strict="-std=c11 -Wall -Wextra -Wpedantic -Werror"

for header in "$stage$prefix"/include/leeway/*.h; do
    echo "#include <leeway/$(basename "$header")>" >"$stage/alone.c"
    $cc $strict -fsyntax-only $(pkg-config --cflags leeway) "$stage/alone.c"
done

# C++ takes the headers as well, and finds the functions. It has warnings of its own on C.
if command -v c++ >/dev/null; then
    c++ -std=c++17 -Wall -Werror -x c++ "$source/examples/route.c" -x none \
        $(pkg-config --cflags --libs leeway) -o "$stage/out/cplusplus"
fi

try() { # NAME LIBRARY-PATH LINK-OPTIONS...
    name=$1 path=$2
    shift 2
    $cc $strict "$source/examples/route.c" $(pkg-config --cflags leeway) "$@" \
        -o "$stage/out/$name"
    LD_LIBRARY_PATH=$path "$stage/out/$name" "$source/boards/blinker.xml" \
        "$stage/out/$name.xml" "$stage/out/$name.svg"
}
try shared "$lib" $(pkg-config --libs leeway)
cp "$lib/libleeway.a" "$stage/archive/"
# Only Leeway's own archive: `--static` would name what the archives of libxml2 and cairo need too,
# which may not be installed.
try static "" "-L$stage/archive" -lleeway $(sed -n 's/^Libs.private://p' "$stage/pc/leeway.pc") \
    $(pkg-config --libs $(pkg-config --print-requires-private leeway | sed 's/ .*//'))
cmp "$stage/out/shared.xml" "$stage/out/static.xml"
cmp "$stage/out/shared.svg" "$stage/out/static.svg"
if ldd "$stage/out/static" 2>/dev/null | grep -q libleeway; then
    echo "the static example needs the shared library"
    exit 1
fi

nm -D --defined-only "$lib/libleeway.so" | awk '$2 ~ /[A-Z]/ {print $3}' |
    sort >"$stage/exported"
cat "$stage$prefix"/include/leeway/*.h | grep -v '^#' | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*LW_API[^(]*[ *]\(lw_[a-z0-9_]*\)(.*/\1/p' | sort >"$stage/declared"
diff "$stage/declared" "$stage/exported" || {
    echo "< is declared and not exported, > is exported and not declared"
    exit 1
}

# The command is not linked with what few runs need, and finds the modules that are.
leeway=$stage$prefix/bin/leeway
[ -x "$leeway" ] || exit 0
if ldd "$leeway" 2>/dev/null | grep -E 'libxml2|libcairo'; then
    echo "every run of the command loads these"
    exit 1
fi
"$leeway" draw "$source/boards/blinker.xml" --svg "$stage/out/blinker.svg"
grep -q '</svg>' "$stage/out/blinker.svg"
[ -e "$prefix/$libdir/leeway" ] && exit 0 # there it would find others
rm "$lib/leeway/leeway-xml.so" "$lib/leeway/leeway-pictures.so"

alone() { # STATUS MESSAGE ARGUMENTS...: of the command without its modules
    expected=$1 message=$2 status=0
    shift 2
    "$leeway" "$@" >"$stage/out/lone" 2>&1 || status=$?
    if [ $status != "$expected" ] || ! grep -qF "$message" "$stage/out/lone"; then
        cat "$stage/out/lone"
        echo "without the modules: exit status $status of leeway $*"
        exit 1
    fi
}
lost="error: a part of leeway cannot be loaded"
crossing=$source/boards/lessons/crossing.grid
alone 3 "blinker.xml: $lost: leeway-xml.so" info "$source/boards/blinker.xml"
alone 4 "$lost: leeway-pictures.so" draw "$crossing" --svg "$stage/out/lone.svg"
alone 4 "$lost: leeway-pictures.so" route "$crossing" -o "$stage/out/lone.sol" --svg "$stage/out/lone.svg"
alone 4 "$lost: leeway-pictures.so" wave "$crossing" --frames "$stage/out/lone.frames"
if [ -e "$stage/out/lone.frames" ] || [ -e "$stage/out/lone.svg" ] || [ -e "$stage/out/lone.sol" ]; then
    echo "a picture without the module that draws it, or a run before that was seen"
    exit 1
fi
alone 0 "crossing.grid" info "$crossing"
