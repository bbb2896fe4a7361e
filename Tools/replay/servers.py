"""The servers that answer: of a program, on a copy of one installation, with the clock and randomness of a standstill."""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

PROJECT = "example"
START_SECONDS, STOP_SECONDS = 90, 20
# In memory where there is such a directory: every commit waits for the disk.
SCRATCH = next((path for path in ("/dev/shm",) if os.access(path, os.W_OK)), None)

SERVE = """\
publicOrigin: https://auth.example.com
listen:
  address: 127.0.0.1
  port: {port}
data:
  directory: '{data}'
metrics:
  port: {metrics}
log:
  level: notice
mail:
  from: noreply@example.com
  smtp:
    host: localhost
    port: {smtp}
    security: none
sms:
  gateway: webhook
  url: http://127.0.0.1:{sms}/sms
  secretFile: '{data}/sms-secret'
"""


def free_port():
    """Of five digits, so that what contains it has one length."""
    while True:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
        if port >= 10_000:
            return port


@contextlib.contextmanager
def scratch_folder():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-replay-", dir=SCRATCH))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """A program that listens, from its start to its end."""

    def __init__(self, program, arguments, port, environment, log):
        self.port, self.base, self.log = port, f"http://127.0.0.1:{port}", log
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [str(program), *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env={**os.environ, **environment})

    def wait(self):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                with urllib.request.urlopen(f"{self.base}/readyz", timeout=5) as answer:
                    if answer.status == 200:
                        return self
            time.sleep(0.03)
        self.stop()
        raise RuntimeError("the server did not start:\n" + self.log.read_text(errors="replace")[-2_000:])

    def stop(self):
        """How it ended: 0 is well."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return f"not within {STOP_SECONDS} seconds"


def development(program, data, environment, log):
    port = free_port()
    arguments = ["dev", "--port", str(port), "--data", str(data), "--project", PROJECT,
                 "--accept-unsigned-credentials"]
    return Server(program, arguments, port, environment, log)


def production(program, data, environment, log, smtp_port, sms_port):
    """A server for real users, whose messages go to two ports of this machine."""
    port = free_port()
    configuration = data.with_name("latchkey.yaml")
    write_configuration(configuration, data, port, smtp_port, sms_port)
    return Server(program, ["serve", "--config", str(configuration)], port, environment, log)


def write_configuration(path, data, port, smtp_port, sms_port):
    path.write_text(SERVE.format(port=port, metrics=free_port(), data=data, smtp=smtp_port, sms=sms_port))
    secret = data / "sms-secret"
    if not secret.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        secret.write_text("a secret of the replay's gateway\n")
        secret.chmod(0o600)


def command(program, arguments, environment):
    done = subprocess.run([str(program), *arguments], env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"latchkey {' '.join(arguments)} ended with {done.returncode}: {done.stderr[-2_000:]}")
    return done.stdout


def make_installations(program, folder, environment):
    """The installations that every server gets a copy of: folder/dev, folder/serve, and folder/secrets.json."""
    dev, serve = folder / "dev", folder / "serve"
    server = development(program, dev, environment, folder / "dev.log")
    server.wait()
    if server.stop() != 0:
        raise RuntimeError("the first server did not stop cleanly")
    account = folder / "account.json"
    command(program, ["project", "service-account", "create", PROJECT, "replay", "--data", str(dev), "--server",
                      "http://127.0.0.1:10000", "--output", str(account)], environment)
    configuration = folder / "latchkey.yaml"
    write_configuration(configuration, serve, free_port(), 25, 25)
    place = ["--config", str(configuration)]
    command(program, ["project", "create", PROJECT, *place], environment)
    shown = json.loads(command(program, ["project", "show", PROJECT, "--format", "json", *place], environment))
    token = command(program, ["project", "admin-token", "create", PROJECT, "replay", *place], environment)
    for leftover in [*dev.glob("server.lock"), *serve.glob("server.lock")]:
        leftover.unlink()
    secrets = {"account": json.loads(account.read_text()), "apiKey": shown["apiKeys"][0], "adminToken": token.strip()}
    (folder / "secrets.json").write_text(json.dumps(secrets, indent=1))
