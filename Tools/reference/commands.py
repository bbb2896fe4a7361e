"""The command line, from what the program tells of itself (ArgumentParser's --experimental-dump-help)."""

import json
import re
import subprocess

HEAD = """# Commands

`latchkey help COMMAND` shows the same in the terminal, and `man latchkey` after an installation. Commands work on a data
directory (`--data`, by default `.latchkey`), also while a server runs on it. The server notices changes within seconds.
`--config` names the configuration of `latchkey serve` instead.
"""
# Options that every command has.
COMMON = {"version", "help"}


def document(program):
    dump = json.loads(subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout)
    root = dump["command"]
    found = list(leaves(root, []))
    lines = [HEAD, "| Command | What it does |", "|---|---|"]
    for names, command in found:
        lines.append(f"| [`{' '.join(names)}`](#{'-'.join(names)}) | {plain(command['abstract'])} |")
    discussion, _, codes = root.get("discussion", "").partition("EXIT CODES\n")
    lines += ["", "## Exit codes", "", "| Code | Meaning |", "|---|---|"]
    for code, meaning in re.findall(r"^  (\d+) +(.+(?:\n {6,}.+)*)", codes, re.MULTILINE):
        lines.append(f"| {code} | {plain(meaning)} |")
    for names, command in found:
        lines += ["", f"## {' '.join(names)}", "", *described(names, command)]
    return "\n".join(lines) + "\n"


def leaves(command, names):
    names = names + [command["commandName"]]
    below = [sub for sub in command.get("subcommands", []) if sub.get("shouldDisplay", True) and sub["commandName"] != "help"]
    for sub in below:
        yield from leaves(sub, names)
    if not below:
        yield names, command


def described(names, command):
    discussion, _, _ = command.get("discussion", "").partition("EXIT CODES")
    prose, _, examples = re.sub(r"EXAMPLES?\n", "EXAMPLES\n", discussion).partition("EXAMPLES\n")
    lines = [plain(command["abstract"])]
    for paragraph in filter(str.strip, prose.split("\n\n")):
        lines += ["", plain(paragraph)]
    if examples.strip():
        lines += ["", "```console"] + [line[2:] if line.startswith("  ") else line for line in examples.strip("\n").split("\n")]
        lines += ["```"]
    shown = [argument for argument in command.get("arguments", [])
             if argument.get("shouldDisplay", True) and spelled(argument).strip("-") not in COMMON]
    if shown:
        lines += ["", "| Argument | |", "|---|---|"]
        lines += [f"| `{usage(argument)}` | {meaning(argument)} |" for argument in shown]
    return lines


def spelled(argument):
    name = argument.get("preferredName")
    return ("--" if name["kind"] == "long" else "-") + name["name"] if name else f"<{argument['valueName']}>"


def usage(argument):
    if argument["kind"] == "positional":
        return f"<{argument['valueName']}>" + (" …" if argument.get("isRepeating") else "")
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]
    text = ", ".join(names) or spelled(argument)
    if argument["kind"] == "option":
        text += f" <{argument['valueName']}>"
    return text


def meaning(argument):
    text = plain(argument.get("abstract", "") + " " + argument.get("discussion", ""))
    if default := argument.get("defaultValue"):
        if "(default:" not in text:
            text += f" Default: `{default}`."
    if values := argument.get("allValues"):
        text += " Values: " + ", ".join(f"`{value}`" for value in values) + "."
    return text


def plain(text):
    """One line, without characters that Markdown reads otherwise."""
    text = " ".join(text.split())
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
