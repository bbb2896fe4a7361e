"""Writes manual pages of what the program says of its own commands."""

import json
import re
import subprocess

SECTION = re.compile(r"^[A-Z][A-Z ]+$")


def pages(program):
    """File name to text: latchkey.1, and one page for each of its commands."""
    dump = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    root = json.loads(dump)["command"]
    # The argument parser adds a command of its own, which has no options worth a page.
    commands = [command for command in shown(root.get("subcommands", [])) if command["commandName"] != "help"]
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[0]
    found = {"latchkey.1": overview(root, commands, version)}
    for command in commands:
        found[f"latchkey-{command['commandName']}.1"] = page(command, ["latchkey"], version)
    return found


def shown(items):
    return [item for item in items if item.get("shouldDisplay", True)]


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def head(name, abstract, version):
    title = escape(name.upper())
    return f'.TH "{title}" 1 "" "Latchkey {version}" "Latchkey"\n.SH NAME\n{escape(name)} \\- {escape(abstract)}\n'


def overview(root, commands, version):
    text = head("latchkey", root["abstract"], version)
    text += ".SH SYNOPSIS\n.B latchkey\n.I command\n[options]\n"
    text += ".SH COMMANDS\n"
    for command in commands:
        text += f".TP\n.BR latchkey\\-{escape(command['commandName'])} (1)\n{escape(command.get('abstract', ''))}\n"
    return text + discussion(root)


def page(command, path, version):
    name = "-".join(path + [command["commandName"]])
    text = head(name, command.get("abstract", ""), version)
    return text + body(command, path + [command["commandName"]], ".SH")


def body(command, path, heading):
    arguments = shown(command.get("arguments", []))
    text = f"{heading} SYNOPSIS\n.B {escape(' '.join(path))}\n{escape(' '.join(synopsis(arguments)))}\n"
    subcommands = [found for found in shown(command.get("subcommands", [])) if found["commandName"] != "help"]
    if subcommands:
        text = f"{heading} SYNOPSIS\n.B {escape(' '.join(path))}\n.I command\n"
    text += discussion(command)
    if arguments:
        text += ".SH OPTIONS\n" if heading == ".SH" else ".SS Options\n"
        for argument in arguments:
            text += f".TP\n{label(argument)}\n{escape(argument.get('abstract', '') or 'No more is said of it.')}\n"
    for found in subcommands:
        inner = path + [found["commandName"]]
        text += f".SH {escape(' '.join(inner)).upper()}\n{escape(found.get('abstract', ''))}\n"
        text += body(found, inner, ".SS")
    return text


def flags(argument):
    kinds = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    return [kinds[name["kind"]] + name["name"] for name in argument.get("names") or []]


def label(argument):
    value = argument.get("valueName", "")
    names = ", ".join(f"\\fB{escape(name)}\\fR" for name in flags(argument))
    if argument["kind"] == "flag":
        return names
    return f"{names} \\fI{escape(value)}\\fR" if names else f"\\fI{escape(value)}\\fR"


def synopsis(arguments):
    for argument in arguments:
        names, value = flags(argument), f"<{argument.get('valueName', '')}>"
        text = value if argument["kind"] == "positional" else names[-1] + (f" {value}" if argument["kind"] == "option" else "")
        text += " ..." if argument.get("isRepeating") else ""
        yield f"[{text}]" if argument.get("isOptional") else text


def discussion(command):
    text, is_listing = "", False
    lines = (command.get("discussion") or "").splitlines()
    if lines and not SECTION.match(lines[0]):
        text += ".SH DESCRIPTION\n"
    for line in lines:
        if SECTION.match(line):
            text += (".fi\n" if is_listing else "") + f".SH {line}\n"
            is_listing = False
        elif line.startswith("  "):
            text += ("" if is_listing else ".nf\n") + escape(line) + "\n"
            is_listing = True
        else:
            text += ".fi\n" if is_listing else ""
            is_listing = False
            text += escape(line) + "\n" if line else ".PP\n"
    return text + (".fi\n" if is_listing else "")
