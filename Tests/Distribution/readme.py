"""Does what the README has a newcomer do after the installation, in its own words."""

import json
import os
import re
import time

from server import Server, free_port
from system import expect

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECTION = re.compile(r"^## A first sign-in$.*?^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sign_in(system):
    """How many seconds it takes from `latchkey dev` to the last answer. The system needs curl."""
    port = free_port()
    commands = on_port(port)
    begun = time.monotonic()
    with Server(system.command("latchkey", "dev", "--port", str(port), "--data", "/tmp/users"), port):
        said = system.run("sh", "-euc", commands)
        seconds = time.monotonic() - begun
    answers = parsed(said)
    expect(len(answers) == 4, "The README has four calls, and was answered with", said)
    eve, grace, apple, refused = answers
    expect(eve.get("email") == "eve@example.com" and eve.get("idToken"), eve)
    expect(grace.get("displayName") == "Grace Hopper" and grace.get("idToken"), grace)
    expect(apple.get("providerId") == "apple.com" and apple.get("idToken"), apple)
    expect(refused.get("error", {}).get("code") == 400, refused)
    return seconds


def on_port(port):
    """The README's commands, for another port as it says how."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        found = SECTION.search(file.read())
    expect(found, "The README has no commands for a first sign-in.")
    server = f"http://127.0.0.1:{port}"
    commands = found[1].replace("http://127.0.0.1:9099", server)
    return re.sub(r"(?m)(latchkey lab token [^)]*)\)", rf"\1 --server {server})", commands)


def parsed(text):
    decoder, answers, place = json.JSONDecoder(), [], 0
    while (start := text.find("{", place)) >= 0:
        answer, place = decoder.raw_decode(text, start)
        answers.append(answer)
    return answers
