# bash completion for leeway

_leeway_options() {
    local pictures='--svg --pdf --png --theme --layers --net --dpi --width --legend --no-silk'
    case $1 in
    route)
        echo --output --in-place --format --json "$pictures" --keep --from-scratch --pours \
            --only --except --via-in-pad --direction --seed --strategy --wave --order --grid --via-cost --neck-down --neck-width \
            --optimise --rounds --threads --planes --memory --timeout --quiet --help
        ;;
    check) echo --pours --base --json "$pictures" --verbose --quiet --help ;;
    draw) echo --output "$pictures" --no-check --pours --quiet --help ;;
    info) echo --json --pours --help ;;
    convert) echo --output --format --quiet --help ;;
    compare)
        echo --net --from --to --directions --weighing --bend --via --grid --planes --also --algorithms --limit --memory \
            --csv --json --svg --pdf --png --theme --width --help
        ;;
    wave)
        echo --net --from --to --directions --weighing --bend --via --grid --planes --algorithms --backward --limit --steps \
            --step --every --play --speed --trace --html --svg --film --page --frames \
            --frame-format --theme --width --help
        ;;
    grade)
        echo --net --from --to --directions --weighing --bend --via --grid --planes --algorithm --backward --pours --neck-width --json --verbose --quiet \
            --help
        ;;
    worksheet)
        echo --output --algorithms --exercises --seed --density --page --parts --net --from --to --directions \
            --weighing --bend --via --grid --planes --help
        ;;
    maze) echo --output --seed --kind --ease --density --thin --theme --width --help ;;
    esac
}

_leeway() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words='route check draw info convert wave compare grade worksheet maze help --help --version'
    else
        case $before in
        --neck-down | --via-in-pad) words='on off' ;;
        --theme) words='light dark print' ;;
        --frame-format) words='svg png' ;;
        --page) words='a4 letter' ;;
        --kind) words='grown dug field' ;;
        --weighing) words='entered both' ;;
        --directions) words='4 8' ;;
        --strategy) words='negotiated sequential' ;;
        --wave) words='single double' ;;
        --order) words='short long few file' ;;
        --format | -f) words='leeway-xml eagle specctra kicad' ;;
        --only | --except | --direction | --seed | --layers | --net | --dpi | --width | --grid | --via-cost | --neck-width | --optimise | --rounds | --threads | --memory | --timeout | --planes | --ease | --density | --exercises | --parts | --from | --to | --also | --bend | --via | --algorithms | --algorithm | --limit | --steps | --step | --every | --speed)
            return
            ;;
        help) words='route check draw info convert wave compare grade worksheet maze' ;;
        *) [[ $word != -* ]] || words=$(_leeway_options "$command") ;;
        esac
    fi
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}

complete -F _leeway leeway
