#!/usr/bin/env python3
"""Runs each recipe of Examples/backends against `latchkey serve` over TLS.

    python Tests/Backends/run.py .build/debug/latchkey [--only NAME]

Each recipe lets a good token in and refuses a list of bad ones; a recipe that asks the server refuses revoked ones, too. Without
the server's authority, in front of a host that is no Latchkey, and once the server is down, none lets anybody in, and none calls
a good token bad. A recipe whose
Debian packages are not there is left out, and the output says so. Prints a line for each recipe and
`N passed, N failed, N left out` at the end; the exit code is 1 if one failed.
"""

import argparse
import concurrent.futures
import contextlib
import os
import sys
import tempfile
import time

import serving as servers
from recipes import ALL, Running
from wrong_server_checks import WrongServerChecks


class Users:
    """The tokens that are tried, made once for all recipes."""

    def __init__(self, serving):
        self.good = serving.sign_up("good@example.com")
        token = self.good["idToken"]
        self.bad = servers.forgeries(serving, token)
        self.bad["of another project"] = serving.sign_up("other@example.com", serving.other_api_key)["idToken"]
        if serving.expired:
            self.bad["expired"] = serving.expired
        bearer = serving.make_admin_token(servers.PROJECT)
        self.bad["a session cookie"] = serving.administer(
            bearer, ":createSessionCookie", {"idToken": token, "validDuration": "3600"})["sessionCookie"]
        self.bad["a refresh token"] = self.good["refreshToken"]
        self.bad["an API key"] = serving.api_key
        tenant = serving.session.post(
            f"{serving.origin}/identitytoolkit.googleapis.com/v2/projects/{servers.PROJECT}/tenants", timeout=30,
            headers={"Authorization": f"Bearer {bearer}"}, json={"displayName": "team-one", "allowPasswordSignup": True})
        self.of_tenant = serving.sign_up(
            "tenant@example.com", tenantId=tenant.json()["name"].rsplit("/", 1)[1])
        revoked, disabled = (serving.sign_up(f"{name}@example.com") for name in ("revoked", "disabled"))
        serving.administer(bearer, "/accounts:update", {"localId": revoked["localId"], "password": "another " + servers.PASSWORD})
        serving.administer(bearer, "/accounts:update", {"localId": disabled["localId"], "disableUser": True})
        self.ended = {"revoked": revoked, "disabled": disabled}


def check(recipe, serving, users, log):
    environment = {"LATCHKEY_SERVER": serving.origin, "LATCHKEY_PROJECT": servers.PROJECT,
                   "LATCHKEY_CA_FILE": serving.ca_file}
    uid, token = users.good["localId"], users.good["idToken"]
    faults = []

    def expect(what, answer, statuses):
        if answer[0] not in statuses:
            faults.append(f"{what}: {answer[0]} {answer[1][:80]!r}")

    def good(running, what="a good token"):
        answer = running.get(token, uid)
        expect(what, answer, [200])
        if "Hello" in answer[1] and "," in answer[1] and uid not in answer[1]:
            faults.append(f"{what}: {answer[1]!r}")

    with contextlib.ExitStack() as closing:
        # The server is asked about none of these: what is wrong with them is for the back end to see.
        running = Running(recipe, environment, closing, log)
        good(running)
        expect("no token", running.get(None, uid), [401])
        for name, bad in users.bad.items():
            expect(name, running.get(bad, uid), [401])
        expect("of a tenant's user", running.get(users.of_tenant["idToken"], users.of_tenant["localId"]), [401])
        for name, session in users.ended.items():
            expect(f"{name}, not asked about", running.get(session["idToken"], session["localId"]), [200])
        good(running, "a good token after the bad ones")

    if recipe.asks:
        with contextlib.ExitStack() as closing:
            running = Running(recipe, {**environment, "LATCHKEY_API_KEY": serving.api_key}, closing, log)
            good(running, "a good token that the server is asked about")
            for name, session in users.ended.items():
                expect(name, running.get(session["idToken"], session["localId"]), [401])

    WrongServerChecks(recipe, serving, environment, log, expect, faults).all(uid, token)

    with contextlib.ExitStack() as closing:
        # Without the authority the keys cannot be had.
        careful = Running(recipe, {name: value for name, value in environment.items() if name != "LATCHKEY_CA_FILE"},
                          closing, log)
        expect("a certificate that is not trusted", careful.get(token, uid), [503] if recipe.tells_outages else [401])

    with contextlib.ExitStack() as closing:
        lost = Running(recipe, {**environment, "LATCHKEY_SERVER": f"https://127.0.0.1:{servers.free_port()}"}, closing, log)
        expect("a server that is down", lost.get(token, uid), [503] if recipe.tells_outages else [401])
    return faults


def try_one(kind, serving, users, directory):
    """(outcome, lines)"""
    place = os.path.join(directory, kind.__name__)
    os.mkdir(place)
    os.chmod(place, 0o755)
    recipe = kind(place)
    missing = recipe.missing()
    if missing:
        return None, [f"LEFT OUT {recipe.name}: {', '.join(missing)} is not installed."]
    began = time.monotonic()
    with open(os.path.join(place, "log"), "a+b") as log:
        try:
            recipe.prepare()
            faults = check(recipe, serving, users, log)
        except Exception as error:  # The others are to run whatever came of this one.
            faults = [f"{type(error).__name__}: {error}"]
        log.seek(0)
        tail = log.read().decode(errors="replace").splitlines()[-15:]
    seconds = time.monotonic() - began
    if not faults:
        return True, [f"ok       {recipe.name} ({seconds:.1f} s)"]
    return False, [f"FAILED   {recipe.name}", *(f"           {fault}" for fault in faults), *(f"         | {line}" for line in tail)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--only", help="a part of a recipe's name")
    arguments = parser.parse_args()
    kinds = [kind for kind in ALL if (arguments.only or "").lower() in kind.name.lower()]
    with tempfile.TemporaryDirectory(prefix="latchkey-backends-") as directory, servers.Serving(arguments.binary) as serving:
        os.chmod(directory, 0o755)
        os.chmod(serving.directory, 0o755)  # Apache reads the authority's certificate without root's rights.
        os.chmod(serving.ca_file, 0o644)
        if serving.expired is None:
            print("LEFT OUT expired tokens: faketime is not installed.")
        users = Users(serving)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            outcomes = []
            for outcome, lines in pool.map(lambda kind: try_one(kind, serving, users, directory), kinds):
                outcomes.append(outcome)
                print("\n".join(lines), flush=True)
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed, {outcomes.count(None)} left out")
    return 1 if False in outcomes or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
