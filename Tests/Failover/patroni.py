#!/usr/bin/env python3
"""Kills the leader of PostgreSQL servers under Patroni, again and again, while two servers of Latchkey are used.

    Tests/Failover/patroni.py .build/release/latchkey
    Tests/Failover/patroni.py .build/release/latchkey --members 3 --strict
    Tests/Failover/patroni.py .build/release/latchkey --fault vanish

Starts etcd, the members and the servers on this machine alone; lets apps sign people up and change their names on
both servers; ends the leader as --fault says (kill: all of its processes at once; freeze: they are stopped, and go on
later; vanish: killed behind a link that was cut before, so that nobody hears of it, which wants root); waits until
another member leads; brings the former leader back, and begins again. In the end it asks for everything that was
acknowledged. Prints what was lost, how long each failover took, and what was answered meanwhile. The exit code is 1
when something was lost.

Patroni and etcd are fetched at the first run, by pip and apt-get.
"""

import argparse
import collections
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cluster import TIMING, Cluster, Network, free_port, get, wait_until
from load import Load
from tools import Tools

CONFIGURATION = """
publicOrigin: https://auth.example.com
listen: {{port: {port}}}
data: {{directory: data, database: '{database}'}}
metrics: {{port: {metrics}}}
log: {{level: notice}}
abuse:
  signUpsPerNetwork: 100000000/1h
  signUpsPerProject: 100000000/1h
  sessionsPerAccount: 100000000/1h
  refreshesPerSession: 100000000/1h
  refreshesPerNetwork: 100000000/1h
  credentialChangesPerAccount: 100000000/1h
  credentialChangesPerNetwork: 100000000/1h
"""


class Servers:
    """Two of "latchkey serve" on one database."""

    def __init__(self, binary, folder, database):
        self.binary, self.folder, self.processes = binary, folder, []
        self.ports = [free_port(), free_port()]
        os.makedirs(f"{folder}/data", mode=0o700)
        made = self._run("project", "create", "my-app", "--data", f"{folder}/data", "--database", database)
        self.key = made.split()[-1]
        for number, port in enumerate(self.ports):
            path = f"{folder}/server{number + 1}.yaml"
            with open(path, "w") as file:
                file.write(CONFIGURATION.format(port=port, metrics=free_port(), database=database))
            os.chmod(path, 0o600)
            self.processes.append(subprocess.Popen(
                [binary, "serve", "--config", path], cwd=folder,
                stdout=open(f"{folder}/server{number + 1}.log", "w"), stderr=subprocess.STDOUT))
        for port in self.ports:
            wait_until("a server", lambda: (get("127.0.0.1", port, "/readyz") or [0])[0] == 200)

    def _run(self, *arguments):
        done = subprocess.run([self.binary, *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"latchkey {arguments[0]}: {done.stderr}")
        return done.stdout

    def faults(self):
        """What the program itself finds in the database."""
        found = []
        for command in (["doctor"], ["audit", "verify"]):
            done = subprocess.run([self.binary, *command, "--config", f"{self.folder}/server1.yaml"],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                found.append(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return found

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()


def fail_over(number, cluster, load, options):
    """One failover, and what is to be said of it."""
    leader = cluster.leader()
    others = [member for member in cluster.members if member is not leader]
    begin = time.monotonic()
    leader.strike(options.fault)
    promoted = wait_until("another leader", lambda: cluster.leader(others))
    after_promotion = time.monotonic()
    time.sleep(options.after)
    revived = time.monotonic()
    leader.revive(options.fault)
    wait_until("the former leader follows", cluster.is_whole)
    whole = time.monotonic()
    wait_until("a success on both servers", lambda: load.has_succeeded_since(whole))
    time.sleep(options.pause)
    end = time.monotonic()

    print(f"\nfailover {number}: {leader.name} -> {promoted.name}; led after {after_promotion - begin:.1f} s; "
          f"the former leader came back after {revived - begin:.1f} s, followed after {whole - begin:.1f} s")
    for server in range(len(load.ports)):
        # What was acknowledged just before is where the gap begins.
        first, last = load.gap(server, begin - 2, end)
        requests = load.requests(server, begin, end)
        statuses = collections.Counter(status for _, _, status in requests if status != 200)
        longest = max((at - asked for at, asked, _ in requests), default=0)
        ready = ", ".join(f"{status} at {at - begin:+.1f} s" for at, status in load.watchers[server].changes
                          if begin <= at <= end)
        print(f"  server {server + 1}: no write acknowledged for {last - first:.1f} s (from {first - begin:+.1f} to "
              f"{last - begin:+.1f} s, {last - after_promotion:+.1f} s from the promotion)\n"
              f"    acknowledged {sum(status == 200 for _, _, status in requests)}, not "
              f"{', '.join(f'{count} x {status}' for status, count in statuses.items()) or '0'}; "
              f"the longest answer took {longest:.1f} s; /readyz: {ready or 'ready throughout'}", flush=True)
    return max(load.gap(server, begin - 2, end)[1] - begin for server in range(len(load.ports)))


def run(options, folder):
    tools = Tools(options.tools)
    network = Network(options.fault == "vanish")
    cluster = servers = load = None
    try:
        cluster = Cluster(tools, folder, network, options.members, options.strict)
        print(f"{tools.versions()}\n{options.members} members, synchronous_mode{', strict' if options.strict else ''}, "
              + ", ".join(f"{name} {value}" for name, value in TIMING.items()) + f"; fault: {options.fault}", flush=True)
        cluster.start()
        leader = cluster.leader()
        cluster.sql(leader, "postgres", "CREATE ROLE latchkey LOGIN")
        cluster.sql(leader, "postgres",
                    "CREATE DATABASE latchkey OWNER latchkey ENCODING 'UTF8' TEMPLATE template0")
        # A standby that does not know it yet would refuse the connection, and the next host would not be tried.
        wait_until("the database everywhere", lambda: all(
            cluster.sql(member, "postgres", "SELECT 1 FROM pg_database WHERE datname = 'latchkey'")
            for member in cluster.members))
        servers = Servers(os.path.abspath(options.latchkey), folder, cluster.address("latchkey"))
        load = Load(servers.ports, servers.key, options.apps, options.rate)
        load.start()
        time.sleep(options.pause)
        for number in range(1, options.rounds + 1):
            fail_over(number, cluster, load, options)
        load.stop()
        accounts = sum(len(app.accounts) for app in load.apps)
        print(f"\n{load.acknowledged} writes were acknowledged: {accounts} sign-ups, "
              f"{load.acknowledged - accounts} changes of a name.")
        lost = load.lost()
        faults = servers.faults()
        for fault in lost[:20] + faults:
            print(f"  {fault}")
        for _, server, status, text in load.odd[:20]:
            print(f"  server {server + 1} answered {status} {text}")
        print(f"{len(lost)} acknowledged writes were lost; {len(load.odd)} answers were neither 200 nor 503.")
        return 1 if lost or faults else 0
    finally:
        if load:
            load.is_over.set()
        if servers:
            servers.close()
        if cluster:
            cluster.close()
        else:
            network.close()


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("latchkey", help="the program")
    parser.add_argument("--members", type=int, default=2)
    parser.add_argument("--strict", action="store_true", help="synchronous_mode_strict")
    parser.add_argument("--fault", choices=("kill", "freeze", "vanish"), default="kill")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--after", type=float, default=20, help="seconds without the former leader")
    parser.add_argument("--pause", type=float, default=5, help="seconds between failovers")
    parser.add_argument("--apps", type=int, default=8, help="requests at once, over both servers")
    parser.add_argument("--rate", type=float, default=200, help="the most requests per second")
    parser.add_argument("--tools", default=os.path.join(here, "../../.build-failover"))
    parser.add_argument("--keep", action="store_true", help="keep the directory with the logs")
    options = parser.parse_args()
    if options.fault == "vanish" and not os.environ.get("FAILOVER_OWN_NETWORK"):
        # What is fetched has to be there before there is no network any more.
        Tools(options.tools)
        os.environ["FAILOVER_OWN_NETWORK"] = "1"
        os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])
    for which in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(which, lambda *_: sys.exit(143))
    folder = tempfile.mkdtemp(prefix="latchkey-failover.")
    os.chmod(folder, 0o711)
    try:
        return run(options, folder)
    finally:
        if options.keep:
            print(f"The logs are in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
