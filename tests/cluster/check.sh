#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# examples/cluster/lacon.sbatch on a Slurm of one node, this one: munge, slurmctld and slurmd are started with files of
# their own, jobs are submitted and checked, everything is stopped again. As root. `./run test-cluster` calls it.
# usage: check.sh BUILD-FOLDER
set -u
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lacon-cluster.XXXXXX") || exit 1
host=$(hostname -s)
failed=0 started=
chmod 755 "$scratch"
say() { printf 'test-cluster: %s\n' "$*"; }
bad() {
    say "FAILED $*"
    failed=1
}
stop() {
    scancel -u root 2>/dev/null
    for pid in $started; do kill "$pid" 2>/dev/null; done
    for pid in $started; do
        tries=0
        while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
        kill -9 "$pid" 2>/dev/null
    done
    [ "$failed" = 1 ] && tail -n 5 "$scratch"/*.log
    rm -rf "$scratch"
}
trap stop EXIT
# until_true SECONDS COMMAND...
until_true() {
    left=$(($1 * 5))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $left -gt 0 ] || return 1
        sleep 0.2
        left=$((left - 1))
    done
}

# ---- the cluster ----
dd if=/dev/urandom of="$scratch/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$scratch/munge.key"
munged -F --force --key-file="$scratch/munge.key" --socket="$scratch/munge.socket" --pid-file="$scratch/munge.pid" \
    --seed-file="$scratch/munge.seed" --log-file="$scratch/munged.log" >"$scratch/munged-said.log" 2>&1 &
started="$!"
cat >"$scratch/slurm.conf" <<TEXT
ClusterName=lacon
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,requeue_delay=1
JobRequeue=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
SlurmdParameters=config_overrides
TEXT
mkdir "$scratch/state" "$scratch/spool"
export SLURM_CONF="$scratch/slurm.conf"
until_true 10 test -S "$scratch/munge.socket" || bad 'munged did not start'
slurmctld -D -c -f "$SLURM_CONF" >"$scratch/slurmctld-said.log" 2>&1 &
started="$started $!"
slurmd -D -f "$SLURM_CONF" >"$scratch/slurmd-said.log" 2>&1 &
started="$started $!"
idle() { [ "$(sinfo -h -o %t)" = idle ]; }
until_true 60 idle || {
    bad 'the node does not become idle'
    sinfo
    exit 1
}
say "$(sinfo --version), one node, 4 slots"

# ---- jobs ----
cd "$scratch" || exit 1
lacon=$build/lacon
export LACON_MPI="$build/lacon-mpi" MPIRUN_OPTIONS="--oversubscribe --allow-run-as-root"
export OMPI_MCA_mpi_yield_when_idle=1
script=$root/examples/cluster/lacon.sbatch
"$lacon" simulate --classes 8 --samples 200 --variables 120 --modules 8 --noise 3 --seed 1 --out sim -q
long="fit sim --k 12 --starts 40"
# shellcheck disable=SC2086  # words
"$lacon" $long --out want -q
over() { [ -z "$(squeue -h -j "$job" -o %i 2>/dev/null)" ]; }
alike() { for file in modules.tsv connectivity.tsv classes.tsv model.npz; do cmp -s "want/$file" "$1/$file" || return 1; done; }

# shellcheck disable=SC2086
job=$(sbatch --parsable --ntasks=2 --output=one.log "$script" $long --out one)
until_true 300 over || bad 'the first job does not end'
if alike one; then say 'two ranks: the bytes of one process'; else bad "the first job: $(tail -n 3 one.log)"; fi

# shellcheck disable=SC2086
job=$(sbatch --parsable --ntasks=3 --output=two.log "$script" $long --out two)
kept() { [ "$(cat "lacon-$job.kept"/part-* | wc -c)" -gt 1000 ]; } # records, not the first lines of their files alone
until_true 120 kept || bad 'nothing is kept'
scancel --signal=USR1 --batch "$job" # what Slurm sends before the limit
until_true 60 grep -q 'back into the queue' two.log || bad "the signal did not end it: $(tail -n 3 two.log)"
until_true 300 over || bad 'the second job does not end'
grep -q 'going on from' two.log || bad 'it did not go on from its checkpoint'
if alike two; then say 'interrupted, queued again, gone on with: the same bytes'; else bad "the second job: $(tail -n 3 two.log)"; fi

# shellcheck disable=SC2086
job=$(sbatch --parsable --ntasks=2 --output=three.log "$script" fit sim none.csv --k 3 --out three)
until_true 120 over || bad 'the third job does not end'
if grep -q 'none.csv: cannot be opened' three.log && [ ! -e three ]; then say 'a missing file is named'
else bad "the third job: $(tail -n 3 three.log)"; fi
[ "$failed" = 0 ] && say '3 jobs as they should be'
exit $failed
