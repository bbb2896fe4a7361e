"""Writes manual pages from the help texts of the program."""

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
    line = f"{escape(name)} \\- {escape(abstract.rstrip('.'))}"
    return f'.TH "{title}" 1 "" "Latchkey {version}" "Latchkey"\n.SH NAME\n{line}\n'


def overview(root, commands, version):
    text = head("latchkey", root["abstract"], version)
    text += ".SH SYNOPSIS\n.B latchkey\n.I command\n[\\fIoptions\\fR]\n"
    description, sections = discussion(root, ".SH")
    text += description + ".SH COMMANDS\n"
    for command in commands:
        text += f".TP\n.BR latchkey\\-{escape(command['commandName'])} (1)\n{escape(command.get('abstract', ''))}\n"
    return text + options(root, ".SH") + sections + see_also(commands)


def see_also(commands):
    pages = ",\n".join(f".BR latchkey\\-{escape(command['commandName'])} (1)" for command in commands)
    return f".SH SEE ALSO\n{pages}\n"


def page(command, path, version):
    name = "-".join(path + [command["commandName"]])
    text = head(name, command.get("abstract", ""), version)
    return text + body(command, path + [command["commandName"]], ".SH") + ".SH SEE ALSO\n.BR latchkey (1)\n"


def body(command, path, heading):
    subcommands = [found for found in shown(command.get("subcommands", [])) if found["commandName"] != "help"]
    words = "\\fIcommand\\fR" if subcommands else escape(" ".join(synopsis(shown(command.get("arguments", [])))))
    description, sections = discussion(command, heading)
    text = f"{heading} SYNOPSIS\n.B {escape(' '.join(path))}\n{words}\n{description}{options(command, heading)}{sections}"
    for found in subcommands:
        inner = path + [found["commandName"]]
        text += f".SH {escape(' '.join(inner)).upper()}\n{escape(found.get('abstract', ''))}\n"
        text += body(found, inner, ".SS")
    return text


def options(command, heading):
    arguments = shown(command.get("arguments", []))
    text = f"{heading} OPTIONS\n" if arguments else ""
    for argument in arguments:
        abstract, default = argument.get("abstract") or "", argument.get("defaultValue")
        if default and "(default:" not in abstract:
            abstract += f" (default: {default})"
        text += f".TP\n{label(argument)}\n{escape(abstract.strip())}\n"
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


def discussion(command, heading):
    """The description, and the sections after it. A page says once which exit codes there are: every command has the same."""
    description, sections, is_listing, is_wanted = "", "", False, True
    lines = (command.get("discussion") or "").splitlines()
    if lines and not SECTION.match(lines[0]):
        description = f"{heading} DESCRIPTION\n"
    for line in lines:
        text = ""
        if SECTION.match(line):
            is_wanted = heading == ".SH" or line != "EXIT CODES"
            text = (".fi\n" if is_listing else "") + (f"{heading} {line}\n" if is_wanted else "")
            sections += text
            is_listing = False
            continue
        if not is_wanted:
            continue
        if line.startswith("  "):
            text, is_listing = ("" if is_listing else ".nf\n") + escape(line) + "\n", True
        else:
            text, is_listing = (".fi\n" if is_listing else "") + (escape(line) + "\n" if line else ".PP\n"), False
        if sections:
            sections += text
        else:
            description += text
    end = ".fi\n" if is_listing else ""
    return (description, sections + end) if sections else (description + end, "")
