"""The settings of passkeys of a development server's project."""

import json
import urllib.request


class PasskeyConfig:
    def __init__(self, base):
        with urllib.request.urlopen(f"{base}/__/firebase/init.json", timeout=10) as answer:
            project = json.load(answer)["projectId"]
        self.address = f"{base}/identitytoolkit.googleapis.com/v2/projects/{project}/passkeyConfig"

    def change(self, **config):
        mask = ",".join(config)
        request = urllib.request.Request(
            f"{self.address}?updateMask={mask}", json.dumps(config).encode(), method="PATCH",
            headers={"Authorization": "Bearer owner", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def forget(self):
        """Leaves the settings to the server again, as where nobody chose."""
        self.change(rpId="", expectedOrigins=[])
