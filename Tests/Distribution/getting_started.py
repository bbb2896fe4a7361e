"""Runs the first sign-in of docs/getting-started.md on an installed system."""

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
    expect(len(answers) == 4, "docs/getting-started.md has four calls, and was answered with", said)
    eve, grace, apple, refused = answers
    expect(eve.get("email") == "eve@example.com" and eve.get("idToken"), eve)
    expect(grace.get("displayName") == "Grace Hopper" and grace.get("idToken"), grace)
    expect(apple.get("providerId") == "apple.com" and apple.get("idToken"), apple)
    expect(refused.get("error", {}).get("code") == 400, refused)
    return seconds


def on_port(port):
    """The commands of the document, for another port."""
    with open(os.path.join(ROOT, "docs/getting-started.md"), encoding="utf-8") as file:
        found = SECTION.search(file.read())
    expect(found, "docs/getting-started.md has no commands for a first sign-in.")
    return found[1].replace("http://127.0.0.1:9099", f"http://127.0.0.1:{port}")


def parsed(text):
    decoder, answers, place = json.JSONDecoder(), [], 0
    while (start := text.find("{", place)) >= 0:
        answer, place = decoder.raw_decode(text, start)
        answers.append(answer)
    return answers
