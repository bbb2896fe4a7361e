"""Reads the files that deploy Latchkey."""

import pathlib
import re
import subprocess

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = DEPLOY / "compose.yaml"
KUBERNETES = DEPLOY / "kubernetes"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
# Seconds. A mail that a mail server is just taking may keep a stopping server for longer.
MAIL = 65
UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}


def load(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def kustomizations():
    return sorted(path.parent for path in KUBERNETES.rglob("kustomization.yaml"))


def objects(directory):
    """What a kustomization's resources hold, those of its bases included, by kind and name."""
    found = {}
    for name in load(directory / "kustomization.yaml")["resources"]:
        path = (directory / name).resolve()
        if path.is_dir():
            found |= objects(path)
            continue
        for manifest in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            found[manifest["kind"], manifest["metadata"]["name"]] = manifest
    return found


def generated(directory, kind):
    """The files of a generator, by key, where a base's are replaced: {"latchkey.yaml": path}."""
    kustomization, files = load(directory / "kustomization.yaml"), {}
    for name in kustomization["resources"]:
        if (directory / name).is_dir():
            files |= generated((directory / name).resolve(), kind)
    for generator in kustomization.get(kind, []):
        for name in generator["files"]:
            files[pathlib.PurePath(name).name] = directory / name
    return files


class Dockerfile:
    def __init__(self):
        self.text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")

    def last(self, instruction):
        """The last use of an instruction, with its continued lines joined."""
        joined = self.text.replace("\\\n", " ")
        return re.findall(rf"^{instruction}\s+(.*)$", joined, re.MULTILINE)[-1]

    @property
    def user(self):
        return int(re.search(r"--uid (\d+)", self.text)[1])

    @property
    def copied(self):
        """What the build takes from the repository."""
        lines = re.findall(r"^COPY (?!--from)(.*) \S+$", self.text, re.MULTILINE)
        return {name for line in lines for name in line.split()}


def settings(program, configuration):
    """Every setting, those left to their defaults included, as `config show` prints them."""
    shown = subprocess.run(
        [program, "config", "show", "--config", configuration], capture_output=True, text=True, check=False, env={})
    # KEY, VALUE, FROM. A value may have blanks.
    columns = (re.split(r"\s{2,}", line.strip()) for line in shown.stdout.splitlines())
    return {fields[0]: fields[1] for fields in columns if len(fields) == 3}


def seconds(text):
    number, unit = re.fullmatch(r"(\d+)(ms|s|m|h|d)", text).groups()
    return int(number) * UNITS[unit]


def stopping(settings):
    """Seconds that a server may take to stop."""
    return seconds(settings["listen.timeouts.drain"]) + seconds(settings["listen.timeouts.shutdown"]) + MAIL
