"""Compares files with their schemas."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from manifests import COMPOSE, KUBERNETES, ROOT, WORKFLOWS, generated, kustomizations

# The oldest and the newest version of Kubernetes that the manifests are for.
VERSIONS = ["1.32", "1.37"]


def check(program, findings):
    run(findings, "check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE)
    run(findings, "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)
    run(findings, "zizmor", "--offline", "--no-progress", "--quiet", *WORKFLOWS)
    manifests = [path for path in sorted(KUBERNETES.rglob("*.yaml"))
                 if path.name not in ("kustomization.yaml", "latchkey.yaml")]
    for version in VERSIONS:
        run(findings, "kubernetes-validate", "--strict", "--kubernetes-version", version, *manifests)
    rendered(findings)
    if shutil.which("docker") and has_compose():
        run(findings, "docker", "compose", "--file", COMPOSE, "config", "--quiet")
    else:
        findings.note("Docker Compose is not installed: it was not asked.")


def has_compose():
    return subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0


def rendered(findings):
    """Lets Kustomize join what belongs together, and checks the outcome."""
    if not shutil.which("kubectl"):
        findings.note("kubectl is not installed: the kustomizations were not rendered.")
        return
    with tempfile.TemporaryDirectory(prefix="latchkey-kustomize-") as directory:
        copy = pathlib.Path(directory, "kubernetes")
        shutil.copytree(KUBERNETES, copy)
        for kustomization in kustomizations():
            for secret in generated(kustomization, "secretGenerator").values():
                (copy / secret.relative_to(KUBERNETES)).write_text("a secret\n", encoding="utf-8")
        for kustomization in kustomizations():
            name = kustomization.relative_to(KUBERNETES)
            output = pathlib.Path(directory, "rendered.yaml")
            if run(findings, "kubectl", "kustomize", copy / name, "--output", output):
                for version in VERSIONS:
                    run(findings, "kubernetes-validate", "--strict", "--kubernetes-version", version, output)


def run(findings, name, *arguments):
    """Runs a program of the virtual environment, or of the system."""
    own = pathlib.Path(sys.executable).parent / name
    command = [own if own.exists() else name, *arguments]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    shown = " ".join(str(part).replace(f"{ROOT}/", "") for part in (name, *arguments))
    if findings.expect(outcome.returncode == 0, shown):
        findings.note(f"ok: {shown}")
        return True
    print(outcome.stdout + outcome.stderr)
    return False
