// Embellishments of the users' pages, which work without them: a file is sent in pieces, so that it may be of any size,
// and the pages of imports and exports show how far they are.

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a page of the console says was wrong. */
const problemOf = (text) =>
  new DOMParser().parseFromString(text, "text/html").getElementById("problem")?.textContent;

/** Sends a form that answers something else than a page; throws what its page says is wrong. */
const post = async (path, fields) => {
  const response = await fetch(path, { method: "POST", body: fields, redirect: "manual" });
  if (response.ok) return response;
  const error = new Error(problemOf(await response.text()) ?? String(response.status));
  error.mayPass = response.status === 409 || response.status >= 500;
  throw error;
};

/** A piece that was lost on its way is sent again: the server knows one that it has. */
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

/** Asks whoever leaves the page while a file is being sent: the rest of it would never come. */
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

/** Shows how far an import or an export is, once a second until it is over. */
const poll = async () => {
  for (;;) {
    const shown = document.querySelector("[data-poll]");
    if (!shown) return;
    await wait(1000);
    // Keep a button that somebody is about to press.
    if (shown.contains(document.activeElement)) continue;
    try {
      const response = await fetch(shown.dataset.poll);
      if (!response.ok) continue;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById(shown.id);
      if (fresh) shown.replaceWith(document.adoptNode(fresh));
    } catch {
      // The next time may go better.
    }
  }
};

let following;
const follow = () => {
  following ??= poll().finally(() => {
    following = undefined;
  });
};

/** Ticks every user of the list, or none. */
for (const part of document.querySelectorAll("[data-select-all]")) {
  part.hidden = false;
  part.querySelector("input").addEventListener("change", ({ target }) => {
    for (const box of document.querySelectorAll("#users input[name=user]")) box.checked = target.checked;
  });
}

/** An export is a download, of which the browser does not know how long it is: what the server wrote shows beside it. */
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
      // The next time may go better.
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
