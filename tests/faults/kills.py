#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Kills (-9) at random moments: of a process, of one rank, of mpirun. The job must end within 30 s, what is on disk is
# valid or absent, and the run that goes on from the checkpoint has the bytes of one that nobody disturbed.
#
# usage: kills.py LACON LACON-MPI|- KILLS [SEED]     in a scratch folder; the last line has the counts
import glob, os, random, shutil, signal, subprocess, sys, time

lacon, mpi, kills = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
mpi = None if mpi == "-" else os.path.abspath(mpi)
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
chance = random.Random(seed)
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_mpi_yield_when_idle="1")


def call(*words):
    subprocess.run([lacon, *words, "-q"], check=True)


call("simulate", "--classes", "12", "--samples", "100", "--variables", "60", "--modules", "5", "--noise", "3",
     "--seed", "2", "--out", "sim")
with open("people.tsv", "w") as f:
    f.write("id\tgroup\n" + "".join("class-%03d\t%s\n" % (i, "ab"[i % 2]) for i in range(1, 13)))
call("fit", "sim", "--k", "5", "--out", "model")
def dealt_files():
    """Enough files of float32 (34 MB) for ranks to read those of their own classes alone: noise in [1, 2), and in every
    tenth variable that of its neighbour; and one long class, of which ranks read some rows each."""
    os.mkdir("many")
    rows, columns = 2000, 100
    header = ("{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (rows, columns)).ljust(117) + "\n"
    for i in range(43):
        x = bytearray(random.Random(i).randbytes(4 * rows * columns))
        x[2::4] = x[2::4].translate(bytes(b | 128 for b in range(256)))
        x[3::4] = b"\x3f" * (rows * columns)
        for column in range(0, columns, 10):
            for byte in range(4):
                x[4 * column + 4 + byte::4 * columns] = x[4 * column + byte::4 * columns]
        with open("many/s%03d.npy" % i, "wb") as f:
            f.write(b"\x93NUMPY\1\0v\0" + header.encode() + x)
    os.mkdir("long")
    with open("long/s.npy", "wb") as f:
        f.write(b"\x93NUMPY\1\0v\0" + header.replace("(2000,", "(86000,").rstrip().ljust(117).encode() + b"\n")
        for i in range(43): f.write(open("many/s%03d.npy" % i, "rb").read()[128:])


COMMANDS = {
    "fit": ["fit", "sim", "--k", "9", "--starts", "12", "--noise", "variable"],
    "select": ["select", "sim", "--k", "2:7"],
    "stability": ["stability", "model", "sim", "--boot", "30"],
    "test": ["test", "model", "-p", "people.tsv", "--id", "id", "--model", "group", "--perm", "60000",
             "--variance", "group"],
    "experiment": ["experiment", "fig2", "--reps", "6", "--samples", "50", "--methods", "lacon,kmeans"],
}
if mpi: # one process has no others to deal to
    dealt_files()
    COMMANDS.update({
        "fit-own": ["fit", "many", "--k", "3", "--starts", "12"],
        "fit-rows": ["fit", "long", "--k", "3", "--starts", "12"],
        "select-rows": ["select", "long", "--k", "2:3", "--cv", "time:2"],
        "stability-rows": ["stability", "want-fit-rows", "long", "--boot", "6"],
        "select-own": ["select", "many", "--k", "2:3", "--cv", "subject:2"],
        "stability-own": ["stability", "want-fit-own", "many", "--boot", "6", "--over", "both"],
    })


def files(folder):
    """What does not tell of the run itself."""
    kept = {}
    for path in glob.glob(folder + "/*"):
        if not path.endswith((".json", "SHA256SUMS")):
            kept[os.path.basename(path)] = open(path, "rb").read()
    return kept


want, lasts = {}, {}
for name, words in COMMANDS.items():
    began = time.time()
    call(*words, "--threads", "1", "--out", "want-" + name)
    lasts[name] = time.time() - began
    want[name] = files("want-" + name)


def children(pid):
    out = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(x) for x in out.split()]


def alive(pid):
    """Neither gone nor a zombie that nobody has waited for."""
    try:
        return open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def fail(text):
    sys.exit("kills.py: " + text)


def one_job(name, whom):
    """Starts it; kills it at a random moment. True when it was over before."""
    threads = str(chance.choice([1, 2]))
    global resumed
    resumed += any(os.path.getsize(p) > 32 for p in glob.glob("kept/part-*")) # more than the first line
    words = [*COMMANDS[name], "--checkpoint", "kept", "--out", "got", "--threads", threads, "-q"]
    ranks = chance.choice([2, 3])
    command = [lacon, *words] if whom == "process" else ["mpirun", "--oversubscribe", "-n", str(ranks), mpi, *words]
    job = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        job.wait(timeout=chance.uniform(0.02, 1.1) * lasts[name] + (0 if whom == "process" else 0.6))
    except subprocess.TimeoutExpired:
        pass
    if job.poll() is None:
        ranks_now = children(job.pid)
        victim = chance.choice(ranks_now) if whom == "rank" and ranks_now else job.pid
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            pass
        try:
            job.wait(timeout=30)
        except subprocess.TimeoutExpired:
            subprocess.run(["ps", "-o", "pid,ppid,stat,etime,args", "--ppid", str(job.pid), "-p", str(job.pid)])
            ranks_on = [p for p in children(job.pid) if alive(p)]
            os.killpg(job.pid, signal.SIGKILL)
            if whom != "rank" or ranks_on: fail("%s: the job goes on 30 s after its %s was killed" % (name, whom))
            global mpirun_waits
            mpirun_waits += 1 # all ranks have ended, and mpirun has not noticed
            job.wait()
        until = time.time() + 30
        while whom == "mpirun" and any(os.path.exists("/proc/%d" % p) for p in ranks_now):
            if time.time() > until: fail("%s: ranks go on 30 s after mpirun was killed" % name)
            time.sleep(0.02)
    elif job.returncode not in (0,):
        fail("%s: exit %d: %s" % (name, job.returncode, job.stderr.read().decode()[-300:]))
    if os.path.exists("got") and files("got") != want[name]: fail(name + ": what is on disk is not what was wanted")
    return job.returncode == 0


done = resumed = mpirun_waits = 0
while done < kills:
    name = chance.choice(list(COMMANDS))
    whoms = ["process"] + (["rank", "mpirun"] if mpi else [])
    shutil.rmtree("kept", ignore_errors=True)
    shutil.rmtree("got", ignore_errors=True)
    while not os.path.exists("got") and done < kills:
        if one_job(name, chance.choice(whoms)): break
        done += 1
        if done % 25 == 0: print("%d kills so far" % done, flush=True)
    left = glob.glob("kept/part-*")
    if left or not os.path.exists("got"): # both are there where the kill came between the result and the clearing up
        last = subprocess.run([lacon, *COMMANDS[name], "--checkpoint", "kept", "--out", "got", "--force"],
                              capture_output=True, text=True)
        if last.returncode: fail("%s: does not go on: %s" % (name, last.stderr[-300:]))
        resumed += 1 if left else 0
    if files("got") != want[name]: fail(name + ": other bytes after a kill")
    if glob.glob("kept/part-*"): fail(name + ": the checkpoint is still there")
print("%d kills, every result byte-identical; %d runs went on from a checkpoint" % (done, resumed) +
      ("; %d times mpirun did not notice that all ranks had ended" % mpirun_waits if mpirun_waits else ""))
