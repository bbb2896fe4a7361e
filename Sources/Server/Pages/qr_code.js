"use strict";

import { pageData } from "./page_data.js";

const namespace = "http://www.w3.org/2000/svg";

/** Returns an image of a text's QR code, which the server draws. Null if the server cannot draw it. */
export async function qrCode(text, label) {
  const response = await fetch(pageData.qrCodeURL, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text }),
  }).catch(() => null);
  const code = response?.ok ? await response.json().catch(() => null) : null;
  if (!code) return null;
  const image = made("svg", { viewBox: `0 0 ${code.size} ${code.size}`, role: "img", "aria-label": label });
  image.classList.add("qr-code");
  image.append(made("path", { d: code.path }));
  return image;
}

function made(tag, attributes) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
