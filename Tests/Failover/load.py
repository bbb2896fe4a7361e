"""What apps do meanwhile, what was acknowledged to them, and whether it is still there."""

import collections
import http.client
import json
import random
import threading
import time
import urllib.parse

from cluster import get

# Longer than any server may take.
PATIENCE = 90
# An ID token is used for so long, of its hour.
TOKEN_SECONDS = 1800


class Client:
    """One connection to one server."""

    def __init__(self, port, key):
        self.port, self.key = port, key
        self.connection = None

    def post(self, path, body, kind="application/json"):
        """The status, or what happened instead of one, and the answer."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            self.connection.request("POST", f"{path}?key={self.key}", body, {"Content-Type": kind})
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if answer.status == 200 else text.decode()
        except (OSError, http.client.HTTPException) as error:
            self.connection = None
            return type(error).__name__, ""

    def sign_up(self):
        return self.post("/v1/accounts:signUp", '{"returnSecureToken": true}')

    def rename(self, account, name):
        return self.post("/v1/accounts:update", json.dumps({"idToken": account.token, "displayName": name}))

    def look_up(self, token):
        return self.post("/v1/accounts:lookup", json.dumps({"idToken": token}))

    def refresh(self, refresh_token):
        form = urllib.parse.urlencode({"grant_type": "refresh_token", "refresh_token": refresh_token})
        return self.post("/v1/token", form, "application/x-www-form-urlencoded")


class Account:
    """One that a sign-up was answered with."""

    def __init__(self, answer, now):
        self.id, self.token, self.refresh_token = answer["localId"], answer["idToken"], answer["refreshToken"]
        self.signed_up_at = now
        # The last name that was acknowledged, and those sent since, of which nobody knows.
        self.name, self.unknown = None, set()


class App(threading.Thread):
    """Signs people up, and changes their names, on one server, one request after the other."""

    def __init__(self, load, server, seed):
        super().__init__(daemon=True)
        self.load, self.server, self.random = load, server, random.Random(seed)
        self.client = Client(load.ports[server], load.key)
        self.accounts = []
        self.recent = collections.deque(maxlen=2000)
        # (begin, end, status) of each.
        self.requests = []

    def run(self):
        number = 0
        while not self.load.is_over.is_set():
            begin = time.monotonic()
            if self.recent and self.random.random() < 0.5:
                account = self.random.choice(self.recent)
                if begin - account.signed_up_at > TOKEN_SECONDS:
                    continue
                number += 1
                name = f"name {number}"
                account.unknown.add(name)
                status, answer = self.client.rename(account, name)
                if status == 200:
                    account.name, account.unknown = name, set()
            else:
                status, answer = self.client.sign_up()
                if status == 200:
                    account = Account(answer, begin)
                    self.accounts.append(account)
                    self.recent.append(account)
            end = time.monotonic()
            self.requests.append((begin, end, status))
            if status not in (200, 503):
                self.load.odd.append((end, self.server, status, str(answer)[:200]))
            time.sleep(max(0, self.load.pause - (end - begin)))


class Watcher(threading.Thread):
    """Asks one server again and again whether it is ready."""

    def __init__(self, load, server):
        super().__init__(daemon=True)
        self.load, self.port = load, load.ports[server]
        # (time, status) whenever it changed.
        self.changes = []

    def run(self):
        last = None
        while not self.load.is_over.is_set():
            answer = get("127.0.0.1", self.port, "/readyz", seconds=10)
            status = answer[0] if answer else "none"
            if status != last:
                self.changes.append((time.monotonic(), status))
                last = status
            time.sleep(0.05)


class Load:
    """Apps on every server, until it is stopped."""

    def __init__(self, ports, key, apps, rate):
        self.ports, self.key = ports, key
        self.is_over = threading.Event()
        # Seconds from one request of an app to its next.
        self.pause = apps / rate
        self.odd = []
        self.apps = [App(self, index % len(ports), index) for index in range(apps)]
        self.watchers = [Watcher(self, server) for server in range(len(ports))]

    def start(self):
        for thread in self.apps + self.watchers:
            thread.start()

    def stop(self):
        self.is_over.set()
        for thread in self.apps + self.watchers:
            thread.join()

    @property
    def acknowledged(self):
        return sum(status == 200 for app in self.apps for _, _, status in app.requests)

    def has_succeeded_since(self, moment):
        """Whether every server has acknowledged something that was asked after a moment."""
        return all(
            any(app.server == server and app.requests and app.requests[-1][2] == 200
                and app.requests[-1][0] > moment for app in self.apps)
            for server in range(len(self.ports)))

    def requests(self, server, begin, end):
        return sorted(((request[1], request[0], request[2]) for app in self.apps if app.server == server
                       for request in app.requests if begin <= request[1] <= end), key=lambda request: request[0])

    def gap(self, server, begin, end):
        """The longest time without a success: when it began and ended."""
        successes = [at for at, _, status in self.requests(server, begin, end) if status == 200]
        return max(zip(successes, successes[1:]), key=lambda pair: pair[1] - pair[0], default=(begin, end))

    def lost(self):
        """Asks another server than the one that acknowledged it for everything. Says what is not there."""
        jobs = collections.deque((app.server, account) for app in self.apps for account in app.accounts)
        faults = []

        def work():
            clients = [Client(port, self.key) for port in self.ports]
            while True:
                try:
                    server, account = jobs.pop()
                except IndexError:
                    return
                client = clients[(server + 1) % len(clients)]
                status, answer = client.refresh(account.refresh_token)
                if status != 200:
                    faults.append(f"{account.id}: a refresh is answered with {status} {answer}")
                    continue
                status, answer = client.look_up(answer["id_token"])
                user = answer["users"][0] if status == 200 else {}
                name = user.get("displayName")
                if user.get("localId") != account.id:
                    faults.append(f"{account.id}: a look-up is answered with {status} {answer}")
                elif name != account.name and name not in account.unknown:
                    faults.append(f"{account.id}: it is named {name}, and {account.name} was acknowledged")

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return faults
