"""Compares the manifests with the Dockerfile, with the configurations, and with each other."""

import ipaddress
import json
import re

from manifests import (
    COMPOSE, DEPLOY, KUBERNETES, ROOT, WORKFLOWS, Dockerfile, generated, kustomizations, load, objects, seconds, settings,
    stopping)

CONFIGURATION = "/etc/latchkey/latchkey.yaml"
SECRETS = ("masterKeyFile", "data.databasePasswordFile", "mail.smtp.passwordFile")
PROBES = {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}


def check(program, findings):
    dockerfile = Dockerfile()
    check_dockerfile(dockerfile, findings)
    check_compose(program, dockerfile, findings)
    for directory in kustomizations():
        check_kubernetes(program, dockerfile, directory, findings)
    check_workflows(findings)


def check_dockerfile(dockerfile, findings):
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    paths = {"Sources", *re.findall(r'path: "([^"/]+)', package)}
    if ".plugin(" in package:
        paths.add("Plugins")
    findings.expect(paths <= dockerfile.copied, f"the Dockerfile copies {sorted(paths - dockerfile.copied)}, as Package.swift wants")
    findings.equal(json.loads(dockerfile.last("ENTRYPOINT")), ["latchkey"], "the Dockerfile's ENTRYPOINT")
    findings.equal(json.loads(dockerfile.last("CMD")), ["serve", "--config", CONFIGURATION], "the Dockerfile's CMD")
    for argument in re.findall(r"^ARG \w+_IMAGE=(\S+)$", dockerfile.text, re.MULTILINE):
        findings.expect(re.search(r":\S*\d+\.\d+\.\d+|:\S*\d{8}|@sha256:", argument),
                        f"the Dockerfile's {argument} has a version or a date")
    image = (ROOT / "Tools/dist/build-image").read_text(encoding="utf-8")
    findings.expect(f"\nuser={dockerfile.user}\n" in image, "both images have one user")


def check_compose(program, dockerfile, findings):
    compose = load(COMPOSE)
    services = compose["services"]
    files = {name: DEPLOY / entry["file"] for name, entry in compose["configs"].items()}
    for name, path in files.items():
        findings.expect(path.is_file(), f"the file of the config {name} exists")
    for name, service in services.items():
        check_service(name, service, compose, findings)

    configuration = settings(program, files["latchkey.yaml"])
    nodes = {name: service for name, service in services.items() if service["image"] == "latchkey"}
    findings.equal(len(nodes), 2, "the number of nodes")
    for name, node in nodes.items():
        findings.expect((DEPLOY / node["build"]["context"] / node["build"]["dockerfile"]) == DEPLOY / ".." / "deploy/Dockerfile",
                        f"{name} is built with deploy/Dockerfile")
        findings.equal(node["user"], f"{dockerfile.user}:{dockerfile.user}", f"{name}: user")
        findings.equal(targets(node)["latchkey.yaml"], CONFIGURATION, f"{name}: path of the configuration")
        health = re.search(r"CMD (\[.*\])", dockerfile.last("HEALTHCHECK"))[1]
        findings.equal(node["healthcheck"]["test"], ["CMD", *json.loads(health)], f"{name}: health check")
        findings.expect(seconds(node["stop_grace_period"]) >= stopping(configuration),
                        f"{name}: stop_grace_period is at least {stopping(configuration)} s")
        readable = {f"/run/secrets/{secret}" for secret in node["secrets"]}
        check_secrets(name, configuration, readable, findings)

    host = re.fullmatch(r"https://([^/]+)", configuration["publicOrigin"])[1]
    caddyfile = files["Caddyfile"].read_text(encoding="utf-8")
    site = re.search(r"^(\S+) \{$", caddyfile, re.MULTILINE)[1]
    findings.equal(site, host, "the host in the Caddyfile")
    upstreams = re.search(r"reverse_proxy (.*) \{", caddyfile)[1].split()
    findings.equal(upstreams, [f"{name}:{configuration['listen.port']}" for name in nodes], "the nodes in the Caddyfile")
    keepalive = seconds(re.search(r"keepalive (\S+)", caddyfile)[1])
    findings.expect(keepalive < seconds(configuration["listen.timeouts.idle"]), "Caddy closes idle connections before the nodes do")
    drain = seconds(configuration["listen.timeouts.drain"])
    findings.expect(seconds(re.search(r"health_interval (\S+)", caddyfile)[1]) < drain, "Caddy notices a stopping node in time")

    address = ipaddress.ip_address(services["proxy"]["networks"]["front"]["ipv4_address"])
    pool = compose["networks"]["front"]["ipam"]["config"][0]
    findings.equal(configuration["proxy.trusted"], str(address), "proxy.trusted")
    findings.expect(address in ipaddress.ip_network(pool["subnet"]), "the proxy's address is in its network")
    findings.expect(address not in ipaddress.ip_network(pool["ip_range"]), "no other container gets the proxy's address")

    database = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", configuration["data.database"])
    user, server, name = database.groups()
    findings.expect(server in services, f"{server} is a service")
    sql = files["create-database.sql"].read_text(encoding="utf-8")
    findings.expect(f"CREATE USER {user} " in sql and f"CREATE DATABASE {name} OWNER {user} " in sql,
                    f"create-database.sql makes the user {user} and the database {name}")
    read = re.search(r"cat /run/secrets/([\w-]+)", sql)[1]
    findings.expect(read in services[server]["secrets"], f"{server} has the secret {read}")
    findings.equal(configuration["data.databasePasswordFile"], f"/run/secrets/{read}", "the file of the database's password")
    script = (DEPLOY / "compose/make-secrets").read_text(encoding="utf-8")
    for name in compose["secrets"]:
        findings.expect(re.search(rf"^make_secret {re.escape(name)} ", script, re.MULTILINE), f"make-secrets makes {name}")
    findings.expect(f"latchkey={dockerfile.user}\n" in script, "make-secrets names the image's user")
    head = COMPOSE.read_text(encoding="utf-8").partition("\nname:")[0]
    for name in re.findall(r"(?:run --rm|exec|--no-deps) ([\w-]+)", head):
        findings.expect(name in services, f"{name}, in the head of compose.yaml, is a service")


def check_service(name, service, compose, findings):
    findings.equal(service.get("read_only"), True, f"{name}: read_only")
    findings.equal(service.get("cap_drop"), ["ALL"], f"{name}: cap_drop")
    findings.expect("no-new-privileges:true" in service.get("security_opt", []), f"{name}: no-new-privileges")
    for key in ("restart", "mem_limit", "pids_limit", "logging", "healthcheck", "stop_grace_period"):
        findings.expect(key in service, f"{name} has {key}")
    for secret in service.get("secrets", []):
        findings.expect(secret in compose["secrets"], f"{name}: the secret {secret} is declared")
    for config in targets(service):
        findings.expect(config in compose["configs"], f"{name}: the config {config} is declared")
    for other, how in service.get("depends_on", {}).items():
        findings.expect(other in compose["services"], f"{name}: {other} is a service")
        findings.expect(how["condition"] != "service_healthy" or "healthcheck" in compose["services"][other],
                        f"{name}: {other} has a health check")


def targets(service):
    return {config["source"]: config["target"] for config in service.get("configs", [])}


def check_secrets(name, configuration, readable, findings):
    for key in SECRETS:
        if configuration[key] != "-":
            findings.expect(configuration[key] in readable, f"{name}: {key} is the path of one of its secrets")


def check_kubernetes(program, dockerfile, directory, findings):
    name = str(directory.relative_to(KUBERNETES))
    kustomization = load(directory / "kustomization.yaml")
    for path in directory.glob("*.yaml"):
        generators = [file for kind in ("configMapGenerator", "secretGenerator")
                      for generator in kustomization.get(kind, []) for file in generator["files"]]
        findings.expect(path.name in [*kustomization["resources"], *generators, "kustomization.yaml"],
                        f"{name}: kustomization.yaml names {path.name}")
    configuration = settings(program, generated(directory, "configMapGenerator")["latchkey.yaml"])
    found = objects(directory)
    deployment = found["Deployment", "latchkey"]["spec"]
    pod = deployment["template"]
    container = pod["spec"]["containers"][0]
    labels = pod["metadata"]["labels"]

    secrets = set(generated(directory, "secretGenerator"))
    for (kind, title), manifest in found.items():
        if kind in ("Deployment", "Job"):
            check_pod(f"{name}: {kind} {title}", manifest["spec"]["template"]["spec"], dockerfile, configuration, secrets, findings)

    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    expected = {"http": configuration["listen.port"], "metrics": configuration["metrics.port"]}
    findings.equal({key: str(port) for key, port in ports.items()}, expected, f"{name}: ports")
    findings.equal(configuration["listen.address"], "0.0.0.0", f"{name}: listen.address")
    findings.equal(configuration["metrics.address"], "0.0.0.0", f"{name}: metrics.address")
    findings.equal(container["args"], json.loads(dockerfile.last("CMD")), f"{name}: arguments of the server")
    for probe, path in PROBES.items():
        findings.equal(container[probe]["httpGet"], {"path": path, "port": "metrics"}, f"{name}: {probe}")
    findings.expect(pod["spec"]["terminationGracePeriodSeconds"] >= stopping(configuration),
                    f"{name}: terminationGracePeriodSeconds is at least {stopping(configuration)}")
    findings.expect(deployment["replicas"] >= 2, f"{name}: two replicas")
    findings.equal(deployment["strategy"]["rollingUpdate"]["maxUnavailable"], 0, f"{name}: maxUnavailable")

    service = found["Service", "latchkey"]["spec"]
    policy = found["NetworkPolicy", "latchkey"]["spec"]
    for port in service["ports"]:
        findings.expect(port["targetPort"] in ports, f"{name}: {port['targetPort']} is a port of the pods")
    for rule in policy["ingress"]:
        for port in rule["ports"]:
            findings.expect(port["port"] in ports, f"{name}: {port['port']}, in the network policy, is a port of the pods")
    selectors = {
        "Deployment": deployment["selector"]["matchLabels"], "Service": service["selector"],
        "PodDisruptionBudget": found["PodDisruptionBudget", "latchkey"]["spec"]["selector"]["matchLabels"]}
    for kind, selector in selectors.items():
        findings.equal(selector, labels, f"{name}: selector of the {kind}")
    findings.expect(policy["podSelector"]["matchLabels"].items() <= labels.items(), f"{name}: the network policy selects the pods")
    for spread in pod["spec"]["topologySpreadConstraints"]:
        findings.equal(spread["labelSelector"]["matchLabels"], labels, f"{name}: labels to spread pods by")

    host = re.fullmatch(r"https://([^/]+)", configuration["publicOrigin"])[1]
    if ingress := found.get(("Ingress", "latchkey")):
        findings.equal(ingress["spec"]["rules"][0]["host"], host, f"{name}: host of the Ingress")
        findings.equal(ingress["spec"]["tls"][0]["hosts"], [host], f"{name}: host of the Ingress's certificate")
        backend = ingress["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
        findings.expect(backend["port"]["name"] in [port["name"] for port in service["ports"]], f"{name}: port of the Ingress")
    if job := found.get(("Job", "latchkey-first-project")):
        others = job["spec"]["template"]["metadata"]["labels"]
        findings.expect(not service["selector"].items() <= others.items(), f"{name}: the Service leaves out the Job's pod")
        images = [load(part / "kustomization.yaml")["images"] for part in (directory, directory / "../example")]
        findings.equal(images[0], images[1], f"{name}: image of the Job")


def check_pod(name, pod, dockerfile, configuration, secrets, findings):
    container = pod["containers"][0]
    findings.equal(len(pod["containers"]), 1, f"{name}: containers")
    findings.equal(container["image"], "latchkey", f"{name}: image")
    context = pod["securityContext"]
    for key in ("runAsUser", "runAsGroup", "fsGroup"):
        findings.equal(context[key], dockerfile.user, f"{name}: {key}")
    findings.equal(context["runAsNonRoot"], True, f"{name}: runAsNonRoot")
    findings.equal(context["seccompProfile"], {"type": "RuntimeDefault"}, f"{name}: seccompProfile")
    expected = {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
    findings.equal(container["securityContext"], expected, f"{name}: securityContext of the container")
    findings.equal(pod["enableServiceLinks"], False, f"{name}: enableServiceLinks")
    findings.equal(pod["automountServiceAccountToken"], False, f"{name}: automountServiceAccountToken")
    findings.expect({"requests", "limits"} <= container["resources"].keys(), f"{name}: resources")
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    findings.equal(f"{mounts['configuration']}/latchkey.yaml", container["args"][container["args"].index("--config") + 1],
                   f"{name}: path of the configuration")
    secret = next(volume["secret"] for volume in pod["volumes"] if volume["name"] == "secrets")
    findings.equal(secret["defaultMode"] & 0o027, 0, f"{name}: rights of others to the secrets")
    # The base leaves the secrets to overlays.
    keys = secrets or {"master.key", "database-password"}
    check_secrets(name, configuration, {f"{mounts['secrets']}/{key}" for key in keys}, findings)
    if authority := re.search(r"sslrootcert=([^& ]+)", configuration["data.database"]):
        findings.equal(authority[1], f"{mounts['secrets']}/database-ca.pem", f"{name}: authority of the database's certificate")


def check_workflows(findings):
    """What the schema does not know: limits, rights, and the Makefile's targets."""
    makefiles = [ROOT / "Makefile", *ROOT.glob("*/*.mk"), *ROOT.glob("Tools/*/*.mk")]
    known = "\n".join(path.read_text(encoding="utf-8") for path in makefiles)
    for path in WORKFLOWS:
        workflow = load(path)
        findings.expect({"permissions", "concurrency"} <= workflow.keys(), f"{path.name} has permissions and concurrency")
        for name, job in workflow["jobs"].items():
            findings.expect("timeout-minutes" in job, f"{path.name}: {name} has timeout-minutes")
            for step in job["steps"]:
                uses, run = step.get("uses", ""), step.get("run", "")
                if uses:
                    findings.expect(re.search(r"@[0-9a-f]{40}$", uses), f"{path.name}: {uses} is pinned by its commit")
                if "actions/checkout@" in uses:
                    findings.equal(step.get("with", {}).get("persist-credentials"), False, f"{path.name}: {name}: persist-credentials")
                findings.expect("${{" not in run, f"{path.name}: {name}: no expression in a script")
                for target in re.findall(r"^make ([\w-]+)", run, re.MULTILINE):
                    findings.expect(re.search(rf"^{target}:", known, re.MULTILINE),
                                    f"{path.name}: the Makefile makes {target}")
