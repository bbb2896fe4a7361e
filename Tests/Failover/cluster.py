"""PostgreSQL servers under Patroni with synchronous replication, and an etcd in which they agree on a leader."""

import http.client
import json
import os
import signal
import socket
import subprocess
import time

# The smallest that Patroni takes: a leader that is not heard of for ttl seconds has been one.
TIMING = {"ttl": 20, "loop_wait": 2, "retry_timeout": 3}
START_SECONDS = 120


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until(what, condition, seconds=START_SECONDS):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError(f"waited {seconds} s in vain: {what}")


def get(host, port, path, seconds=2):
    """An answer's status and body; None where there is none."""
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Network:
    """Where members are: on ports of the loopback interface, or each in a network namespace of its own."""

    def __init__(self, apart):
        self.apart = apart
        self.holders = []
        self.host = "10.91.0.1" if apart else "127.0.0.1"
        if apart:
            self._ip("link set lo up")
            self._ip("link add name bridge0 type bridge")
            self._ip(f"address add {self.host}/24 dev bridge0")
            self._ip("link set bridge0 up")

    @staticmethod
    def _ip(command):
        subprocess.run(["ip"] + command.split(), check=True)

    def place(self, index):
        """A member's address, and what its command lines begin with."""
        if not self.apart:
            return "127.0.0.1", []
        holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.holders.append(holder)
        own = os.stat("/proc/self/ns/net").st_ino
        wait_until("a namespace", lambda: os.stat(f"/proc/{holder.pid}/ns/net").st_ino != own)
        enter = ["nsenter", f"--net=/proc/{holder.pid}/ns/net"]
        address = f"10.91.0.{11 + index}"
        self._ip(f"link add name link{index} type veth peer name inner{index}")
        self._ip(f"link set inner{index} netns {holder.pid}")
        self._ip(f"link set link{index} master bridge0 up")
        for command in (f"address add {address}/24 dev inner{index}", f"link set inner{index} up", "link set lo up"):
            subprocess.run(enter + ["ip"] + command.split(), check=True)
        return address, enter

    def cut(self, index, is_cut):
        self._ip(f"link set link{index} {'down' if is_cut else 'up'}")

    def close(self):
        for holder in self.holders:
            holder.kill()
            holder.wait()


class Cluster:
    def __init__(self, tools, folder, network, members, strict):
        self.tools, self.folder, self.network, self.strict = tools, folder, network, strict
        # PostgreSQL refuses to run as root.
        self.unprivileged = (["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
                             if os.getuid() == 0 else [])
        self.etcd_port = free_port()
        self.members = [Member(self, index) for index in range(members)]
        self.etcd = None

    def start(self):
        client, peer = f"http://{self.network.host}:{self.etcd_port}", f"http://127.0.0.1:{free_port()}"
        self.etcd = subprocess.Popen(
            [self.tools.etcd, "--data-dir", f"{self.folder}/etcd", "--listen-client-urls", client,
             "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
             "--initial-cluster", f"default={peer}"],
            stdout=open(f"{self.folder}/etcd.log", "w"), stderr=subprocess.STDOUT)
        wait_until("etcd", lambda: get(self.network.host, self.etcd_port, "/health"))
        for member in self.members:
            member.start()
        wait_until("the replication", self.is_whole)

    def leader(self, among=None):
        """The member that is the leader, and takes writes, as Patroni says."""
        for member in among or self.members:
            answer = get(member.host, member.api_port, "/primary")
            if answer and answer[0] == 200:
                return member
        return None

    def is_whole(self):
        """Whether everybody but the leader follows it, one of them synchronously."""
        leader = self.leader()
        answer = leader and get(leader.host, leader.api_port, "/cluster")
        if not answer:
            return False
        states = [(one["role"], one["state"]) for one in json.loads(answer[1])["members"]]
        return (len(states) == len(self.members) and ("leader", "running") in states
                and ("sync_standby", "streaming") in states
                and all(state in ("running", "streaming") for _, state in states))

    def sql(self, member, database, statement):
        return subprocess.run(
            [f"{self.tools.postgres}/psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", member.host, "-p",
             str(member.port), "-U", "postgres", "-d", database, "-c", statement],
            check=True, capture_output=True, text=True).stdout.strip()

    def address(self, database):
        """As Latchkey takes it: every member is named."""
        hosts = ",".join(f"{member.host}:{member.port}" for member in self.members)
        return f"postgresql://latchkey@{hosts}/{database}?sslmode=disable"

    def close(self):
        for member in self.members:
            member.kill()
        if self.etcd:
            self.etcd.kill()
            self.etcd.wait()
        self.network.close()


class Member:
    def __init__(self, cluster, index):
        self.cluster, self.index, self.name = cluster, index, f"member{index + 1}"
        self.host, self.enter = cluster.network.place(index)
        self.port, self.api_port = free_port(), free_port()
        self.folder = f"{cluster.folder}/{self.name}"
        self.patroni = None
        os.makedirs(self.folder)
        with open(f"{self.folder}/patroni.yaml", "w") as file:
            json.dump(self._configuration(), file, indent=1)  # JSON is YAML.
        if cluster.unprivileged:
            for path in (self.folder, f"{self.folder}/patroni.yaml"):
                os.chown(path, *self._postgres_ids())

    @staticmethod
    def _postgres_ids():
        import pwd
        user = pwd.getpwnam("postgres")
        return user.pw_uid, user.pw_gid

    def _configuration(self):
        cluster = self.cluster
        return {
            "scope": "latchkey", "name": self.name,
            "restapi": {"listen": f"{self.host}:{self.api_port}", "connect_address": f"{self.host}:{self.api_port}"},
            "etcd3": {"host": f"{cluster.network.host}:{cluster.etcd_port}"},
            "bootstrap": {
                "dcs": {**TIMING, "synchronous_mode": True, "synchronous_mode_strict": cluster.strict,
                        "maximum_lag_on_failover": 1048576,
                        "postgresql": {"use_pg_rewind": True, "parameters": {"max_connections": 100}}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, {"auth": "trust"}, "data-checksums"]},
            "postgresql": {
                "listen": f"{self.host}:{self.port}", "connect_address": f"{self.host}:{self.port}",
                "data_dir": f"{self.folder}/data", "bin_dir": cluster.tools.postgres,
                "pgpass": f"{self.folder}/pgpass", "parameters": {"unix_socket_directories": self.folder},
                "authentication": {"superuser": {"username": "postgres"}, "replication": {"username": "replicator"},
                                   "rewind": {"username": "postgres"}},
                "pg_hba": ["local all all trust", "host all all samenet trust", "host replication all samenet trust"]},
        }

    def start(self):
        self.patroni = subprocess.Popen(
            self.enter + self.cluster.unprivileged + [self.cluster.tools.patroni, f"{self.folder}/patroni.yaml"],
            stdout=open(f"{self.folder}/log", "a"), stderr=subprocess.STDOUT, cwd=self.folder)

    def signal(self, which):
        """To Patroni and to every process of PostgreSQL."""
        processes = [self.patroni.pid] if self.patroni and self.patroni.poll() is None else []
        try:
            with open(f"{self.folder}/data/postmaster.pid") as file:
                postmaster = int(file.readline())
        except (OSError, ValueError):
            postmaster = None
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/stat") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
                if os.readlink(f"/proc/{entry}/cwd") != f"{self.folder}/data":
                    continue
            except OSError:
                continue
            if postmaster in (parent, int(entry)):
                processes.append(int(entry))
        for process in processes:
            try:
                os.kill(process, which)
            except ProcessLookupError:
                pass

    def kill(self):
        self.signal(signal.SIGKILL)
        if self.patroni:
            self.patroni.wait()

    # What may become of a leader.

    def strike(self, fault):
        if fault == "freeze":
            return self.signal(signal.SIGSTOP)
        if fault == "vanish":
            # Nobody hears that its connections end.
            self.cluster.network.cut(self.index, True)
        self.kill()

    def revive(self, fault):
        if fault == "freeze":
            return self.signal(signal.SIGCONT)
        if fault == "vanish":
            self.cluster.network.cut(self.index, False)
        self.start()
