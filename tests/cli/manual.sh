# SPDX-License-Identifier: BSD-3-Clause
# Manual pages and completion follow the tables: every option is in them, and they are well formed.
commands="simulate check fit transform evaluate score baseline show help version"
run 0 help --man
silent err
shows '^\.TH LACON 1 '
for command in $commands; do shows "lacon..$command (1)"; done
for command in $commands; do
    run 0 help --man "$command"
    silent err
    cp out "$command.1"
    is ".TH LACON-$(echo "$command" | tr "[:lower:]" "[:upper:]") 1" "$(sed -n '1s/ "".*//p' "$command.1")"
    for section in NAME SYNOPSIS DESCRIPTION OPTIONS '"EXIT STATUS"' '"SEE ALSO"'; do
        shows "^\.SH $section"
    done
    # options of --help, as roff writes them
    "$LACON" "$command" --help | grep -o '^ *\(-[a-z], \)\?--[a-z-]*' | grep -o -- '--[a-z-]*' >options
    [ -s options ] && good || bad "no options in help of $command"
    while read -r option; do
        grep -q -F -- "$(echo "$option" | sed 's/-/\\-/g')" "$command.1" && good ||
            bad "$option is not in the page of $command"
    done <options
    if command -v man >/dev/null 2>&1 && man -l "$command.1" >/dev/null 2>&1; then
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$command.1" >formatted 2>warned
        [ -s warned ] && bad "roff warns: $(head -1 warned)" || good
    fi
done
run 2 help --man fti
says "did you mean 'fit'"
run 2 help --completion fit

# ---- completion, as bash calls it ----
run 0 help --completion
cp out lacon.bash
command -v bash >/dev/null 2>&1 || { finish; exit; }
check 'completion does not parse' bash -n lacon.bash
completed() { # complete WORD...: the last is the one being completed
    bash -c '. ./lacon.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lacon 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort | tr '\n' ' '
}
last=completion
mkdir models
is 'fit ' "$(completed lacon 'fi')"
is 'simulate ' "$(completed lacon help sim)"
is '--objective ' "$(completed lacon fit --obj)"
is 'ml sm ' "$(completed lacon fit --objective '')"
is 'ml-dense mm ' "$(completed lacon fit --solver m)"
is 'mm ' "$(completed lacon fit --solver = mm)"
is 'models ' "$(completed lacon fit --out mod)"
is 'models ' "$(completed lacon fit -o mod)"
is 'fit.1 ' "$(completed lacon fit fit)"
is ' ' "$(completed lacon fit --k '')"
# names of methods and experiments, and files behind them
is 'kmeans ' "$(completed lacon baseline km)"
is 'fig2 fig3 ' "$(completed lacon experiment fig | tr ' ' '\n' | grep 'fig[23]$' | tr '\n' ' ')"
is 'fit.1 ' "$(completed lacon baseline kmeans fit)"
