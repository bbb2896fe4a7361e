// Additions to the users' pages, which also work without scripts. The script sends a file in pieces, so that the file
// may have any size, and shows the progress of imports and exports.

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the problem that a page of the console shows. */
const problemOf = (text) =>
  new DOMParser().parseFromString(text, "text/html").getElementById("problem")?.textContent;

/** Sends a form whose response is not a page. If the response is a page, throws the problem that the page shows. */
const post = async (path, fields) => {
  const response = await fetch(path, { method: "POST", body: fields, redirect: "manual" });
  if (response.ok) return response;
  const error = new Error(problemOf(await response.text()) ?? String(response.status));
  error.mayPass = response.status === 409 || response.status === 429 || response.status >= 500;
  throw error;
};

/** Sends a lost piece again. The server recognises a piece that it already has. */
const patiently = async (send) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const mayPass = error instanceof TypeError || error.mayPass;
      if (!mayPass || attempt === 5) throw error;
      await wait(1000 * attempt);
    }
  }
};

/** Asks for confirmation before the user leaves the page while a file is sent: its rest would never arrive. */
const ask = (event) => event.preventDefault();

const upload = async (form, button) => {
  const state = document.getElementById("upload-state");
  const file = form.elements.namedItem("file").files[0];
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  fields.delete("file");
  fields.append("fileName", file.name);
  fields.append("size", String(file.size));
  const begun = await (await post(form.action, fields)).json();
  for (let offset = 0; offset < file.size; offset += begun.pieceBytes) {
    state.textContent = `${form.dataset.sending} ${Math.floor((100 * offset) / file.size)} %`;
    const piece = new FormData();
    for (const name of ["csrf", "tenant"]) {
      if (fields.has(name)) piece.append(name, fields.get(name));
    }
    piece.append("offset", String(offset));
    piece.append("piece", file.slice(offset, offset + begun.pieceBytes), "piece");
    await patiently(() => post(begun.piece, piece));
  }
  removeEventListener("beforeunload", ask);
  location.assign(begun.page);
};

for (const form of document.querySelectorAll("form[data-upload]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const buttons = form.querySelectorAll("button");
    const disable = (isDisabled) => {
      for (const button of buttons) button.disabled = isDisabled;
    };
    disable(true);
    addEventListener("beforeunload", ask);
    upload(form, event.submitter).catch((error) => {
      removeEventListener("beforeunload", ask);
      disable(false);
      document.getElementById("upload-state").textContent = `${form.dataset.failed} ${error.message}`;
    });
  });
}

/** Updates the progress of an import or export once a second, until it ends. */
const poll = async () => {
  for (;;) {
    const shown = document.querySelector("[data-poll]");
    if (!shown) return;
    await wait(1000);
    // Do not replace a part with the focus: the user may be about to press its button.
    if (shown.contains(document.activeElement)) continue;
    try {
      const response = await fetch(shown.dataset.poll);
      if (!response.ok) continue;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById(shown.id);
      if (fresh) shown.replaceWith(document.adoptNode(fresh));
    } catch {
      // The next attempt may succeed.
    }
  }
};

let following;
const follow = () => {
  following ??= poll().finally(() => {
    following = undefined;
  });
};

/** Selects all users of the list, or none. */
for (const part of document.querySelectorAll("[data-select-all]")) {
  part.hidden = false;
  part.querySelector("input").addEventListener("change", ({ target }) => {
    for (const box of document.querySelectorAll("#users input[name=user]")) box.checked = target.checked;
  });
}

/** Shows the number of users that the server has sent. The browser does not know the size of the download. */
const watch = async (path) => {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await wait(1000);
    try {
      const response = await fetch(path);
      if (!response.ok) continue;
      const job = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("job");
      if (!job) continue;
      document.getElementById("export-progress").replaceChildren(document.adoptNode(job));
      follow();
      return;
    } catch {
      // The next attempt may succeed.
    }
  }
};

for (const form of document.querySelectorAll("form[data-progress]")) {
  form.addEventListener("submit", () => {
    const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
    const field = form.elements.namedItem("export");
    field.value = id.join("");
    const [path, query] = form.dataset.progress.split("?");
    void watch(`${path}/${field.value}${query ? `?${query}` : ""}`);
  });
}

follow();
