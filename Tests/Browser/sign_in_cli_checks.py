"""The example program: signing in from a terminal, with a second factor, for longer than one run."""

import json
import re
import stat
import urllib.request

import terminal_qr_code
from authenticator import Authenticator
from checks import Checks
from sign_in_cli import SignInCLI

PROJECT = "latchkey-dev"


class SignInCLIChecks(Checks):
    program = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.cli = SignInCLI(self.program, self.base, self.browser)

    def close(self):
        self.cli.close()
        self.control("DELETE", "accounts")

    # What the program is for, in the order in which a person does it.

    def check_terminal_help_is_true(self):
        text, _ = self.cli.run("--help", server=False)
        for command in ("sign-in", "whoami", "enrol-totp", "unenrol", "sign-out"):
            assert f"\n  {command} " in text, text
            help_text, _ = self.cli.run(command, "--help", server=False)
            assert "EXAMPLE" in help_text and "EXIT CODES" in help_text, help_text
        _, error = self.cli.run("fly", server=False, status=64)
        assert "fly" in error

    def check_terminal_says_what_is_wrong_and_how(self):
        _, error = self.cli.run("whoami", server=False, status=78)
        assert "No configuration was found" in error and "latchkey.json" in error, error
        _, error = self.cli.run("whoami", status=2)
        assert error.startswith("sign-in-cli: Nobody is signed in."), error
        _, error = self.cli.run("enrol-totp", status=2)
        _, error = self.cli.run("sign-in", "--server", "http://example.com", server=False, status=78)
        assert "https" in error, error
        for address in ("http://127.0.0.1:99999", "127.0.0.1:9099", "localhost"):
            _, error = self.cli.run("whoami", "--server", address, server=False, status=78)
            assert error == f"sign-in-cli: {address} is no address, as http://127.0.0.1:9099 is one.\n", error

    def check_terminal_signs_in_and_another_process_knows_it(self):
        text = self.cli.sign_in("ada").finish()
        assert "Welcome. This is your new account:" in text, text
        self.uid = self.row(text, "uid")
        assert self.row(text, "name") == "Ada Lovelace"
        assert self.row(text, "e-mail") == "ada@example.com (not verified)"
        assert self.row(text, "providers").startswith("github.com ("), text
        assert "localhost" in self.browser.driver.current_url or "127.0.0.1" in self.browser.driver.current_url

        shown, _ = self.cli.run("whoami")
        assert self.row(shown, "uid") == self.uid and self.row(shown, "signed in with") == "github.com", shown
        assert '"sign_in_provider" : "github.com"' in shown and PROJECT in shown, shown
        token, notes = self.cli.run("whoami", "--token")
        assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+\n", token) and notes == "", token
        # A session is the server's that began it, and is shown to no other.
        _, error = self.cli.run("whoami", "--server", "http://127.0.0.1:1", server=False, status=2)
        assert "Nobody is signed in" in error, error
        files = [path for path in self.cli.state.rglob("*") if path.is_file()]
        assert files and all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files), files

    def check_terminal_leaves_who_is_signed_in_when_a_sign_in_is_refused(self):
        text = self.cli.sign_in(None).finish(status=3)
        assert "sign-in-cli: The sign-in in the browser was cancelled." in text, text
        assert self.row(self.cli.run("whoami")[0], "uid") == self.uid

    def check_terminal_wants_a_verified_address_before_a_second_factor(self):
        _, error = self.cli.run("enrol-totp", status=1)
        assert "ada@example.com has yet to be verified" in error, error
        mails = self.control("GET", "oobCodes")["oobCodes"]
        mail = next(each for each in reversed(mails) if each["requestType"] == "VERIFY_EMAIL")
        self.browser.go(mail["oobLink"])
        # Some pages do it at once, some when a button is pressed.
        button = self.browser.find('form button[type="submit"]')
        if button:
            button.click()
        self.browser.until(lambda: "(verified)" in self.cli.run("whoami")[0], "the address to be verified")

    def check_terminal_draws_qr_codes_of_every_size(self):
        sizes = set()
        for length in (1, 30, 60, 100, 160, 250, 350, 480):
            account = "Łukasz & co+1@".rjust(length, "x")[-length:]
            text, _ = self.cli.run("enrol-totp", "--account", account, status=3)
            address = terminal_qr_code.read(text)
            app = Authenticator(address)
            assert app.label == f"Latchkey:{account}" and app.issuer == "Latchkey", address
            assert app.secret == self.secret(text)
            sizes.add(len(max(text.split("\n"), key=len)))
        assert len(sizes) == 8, sizes
        text, _ = self.cli.run("enrol-totp", "--account", "x" * 1000, status=3)
        assert "█" not in text and self.secret(text), text

    def check_terminal_enrols_an_authenticator_app(self):
        terminal = self.cli.start("enrol-totp", "--name", "telephone")
        terminal.expect("The code that the app shows now:")
        self.app = Authenticator(terminal_qr_code.read(terminal.text))
        assert self.app.secret == self.secret(terminal.text)
        assert self.app.label == "Latchkey:ada@example.com"
        terminal.type(self.app.wrong_code(self.now()))
        terminal.expect("That code is wrong")
        terminal.expect("The code that the app shows now:")
        code = self.app.code(self.now())
        terminal.type(f"{code[:3]} {code[3:]}")
        terminal.expect('a sign-in asks for a code of "telephone".')
        terminal.finish()
        assert self.row(self.cli.run("whoami")[0], "second factors").startswith('totp ("telephone", ')

    def check_terminal_signs_out_for_every_process(self):
        _, note = self.cli.run("sign-out")
        assert note == "Ada Lovelace is signed out.\n", note
        self.cli.run("whoami", status=2)
        _, note = self.cli.run("sign-out")
        assert note == "Nobody was signed in.\n", note

    def check_terminal_asks_for_the_second_factor_until_it_is_right(self):
        self.advance_clock(60)
        terminal = self.cli.sign_in("ada")
        question = 'The code that your authenticator app "telephone" shows:'
        terminal.expect(question)
        self.cli.run("whoami", status=2)
        for wrong in (self.app.wrong_code(self.now()), "no code"):
            terminal.type(wrong)
            terminal.expect("That code is wrong")
            terminal.expect(question)
        terminal.type(self.app.code(self.now()))
        text = terminal.finish()
        assert "Welcome back." in text and self.row(text, "uid") == self.uid, text
        assert self.row(text, "signed in with") == "github.com, totp", text
        assert '"sign_in_second_factor" : "totp"' in self.cli.run("whoami")[0]
        self.cli.run("sign-out")

    def check_terminal_gives_up_a_sign_in_without_its_second_factor(self):
        terminal = self.cli.sign_in("ada")
        terminal.expect("shows:")
        terminal.end_of_input()
        assert "There was no answer." in terminal.finish(status=3)
        terminal = self.cli.sign_in("ada")
        for _ in range(5):
            terminal.expect("shows:")
            terminal.type("000000" if self.app.code(self.now()) != "000000" else "000001")
        assert "sign-in-cli: " in terminal.finish(status=1)
        self.cli.run("whoami", status=2)

    def check_terminal_takes_a_second_factor_away(self):
        self.advance_clock(60)
        terminal = self.cli.sign_in("ada")
        terminal.expect("shows:")
        terminal.type(self.app.code(self.now()))
        terminal.finish()
        _, error = self.cli.run("unenrol", "no-such-id", status=1)
        assert "no second factor of that id" in error, error
        _, note = self.cli.run("unenrol")
        assert note == '"telephone" is not a second factor any more.\n', note
        self.cli.run("sign-out")
        text = self.cli.sign_in("ada").finish()
        assert self.row(text, "second factors") == "none" and self.row(text, "signed in with") == "github.com"
        self.cli.run("sign-out")

    def check_terminal_reads_its_configuration_from_a_file(self):
        host = self.base.split("//")[1]
        configuration = json.dumps({"apiKey": "any", "projectId": PROJECT, "emulatorHost": host})
        file = self.cli.state.parent / "latchkey.json"
        file.write_text(configuration)
        try:
            _, error = self.cli.run("whoami", server=False, status=2)
            assert "Nobody is signed in." in error, error
        finally:
            file.unlink()

    # Helpers.

    @staticmethod
    def row(text, name):
        """What is said of one thing, its lines joined."""
        lines = iter(text.split("\n"))
        for line in lines:
            match = re.fullmatch(re.escape(name) + r" {2,}(\S.*)", line)
            if match:
                indent = match.start(1)
                values = [match[1]]
                for more in lines:
                    if more[:indent].strip() or not more.strip():
                        break
                    values.append(more[indent:])
                return ", ".join(values)
        raise AssertionError(f"{name} is not in:\n{text}")

    @staticmethod
    def secret(text):
        return re.search(r"Or give it this secret: ([A-Z2-7]+)\n", text)[1]

    def control(self, method, what):
        request = urllib.request.Request(f"{self.base}/emulator/v1/projects/{PROJECT}/{what}", method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
