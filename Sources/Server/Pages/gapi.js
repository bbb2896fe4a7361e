"use strict";

/**
 * Stands in for the part of Google's `api.js` that the Firebase web SDK uses: a page opens a frame, and the two
 * exchange messages. A page that loads this before it signs in needs nothing from Google. It speaks with frames
 * that load it, too, in a protocol of its own: the page hands the frame one end of a message channel, which
 * reaches the frame's origin alone; from then on everything goes through the channel.
 */
(() => {
  const greeting = "latchkey:gapi.iframes";
  /** Milliseconds after which a frame that was loaded and says nothing is worth a word to the developer. */
  const patience = 3_000;
  /** Messages that are kept for a handler that is not registered yet. */
  const maximumHeld = 32;

  /** The other end, of whichever side: a frame's page, or the page's frame. */
  class Iframe {
    #port = null;
    #origin;
    #element;
    #handlers = new Map();
    #held = [];
    #unsent = [];
    #answers = new Map();
    #lastID = 0;

    constructor(origin, element = null) {
      this.#origin = origin;
      this.#element = element;
    }

    getOrigin() {
      return this.#origin;
    }

    getIframeEl() {
      return this.#element;
    }

    /** Calls the handler with each message of a type; what it returns, or what that resolves to, is the answer. */
    register(type, handler) {
      this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), handler]);
      const held = this.#held.filter((message) => message.type === type);
      this.#held = this.#held.filter((message) => message.type !== type);
      held.forEach((message) => this.#handle(message));
    }

    unregister(type, handler) {
      const others = (this.#handlers.get(type) ?? []).filter((each) => handler && each !== handler);
      if (others.length) this.#handlers.set(type, others);
      else this.#handlers.delete(type);
    }

    /** Resolves, and calls back, with a list of what the other end's handlers answered. */
    send(type, data, callback) {
      const id = ++this.#lastID;
      const answered = new Promise((resolve) => this.#answers.set(id, resolve));
      this.#post({ id, type, data });
      // The SDK's callback throws also when all is well; its sender is not to hear of it.
      if (callback) answered.then(callback).catch(() => {});
      return answered;
    }

    ping(callback, data) {
      return this.send("ping", data, callback);
    }

    /** Frames are as they were opened. */
    restyle(_style, callback) {
      callback?.();
      return Promise.resolve([]);
    }

    close() {
      this.#port?.close();
      this.#element?.remove();
      return Promise.resolve([]);
    }

    /** Speaks through a channel from now on. */
    connect(port) {
      this.#port?.close();
      this.#port = port;
      port.onmessage = ({ data }) => this.#receive(data);
      this.#unsent.splice(0).forEach((message) => port.postMessage(message));
    }

    #post(message) {
      if (this.#port) this.#port.postMessage(message);
      else this.#unsent.push(message);
    }

    #receive(message) {
      if (message.type === undefined) {
        this.#answers.get(message.answerTo)?.(message.results);
        this.#answers.delete(message.answerTo);
      } else if (message.type === "ping") {
        this.#post({ answerTo: message.id, results: [true] });
      } else if (this.#handlers.has(message.type)) {
        this.#handle(message);
      } else if (this.#held.length < maximumHeld) {
        this.#held.push(message);
      }
    }

    async #handle({ id, type, data }) {
      const calls = this.#handlers.get(type).map(async (handler) => handler(data, this));
      const settled = await Promise.allSettled(calls);
      this.#post({ answerTo: id, results: settled.map(({ value }) => value) });
    }
  }

  /** The page, or the frame, that this script runs in. */
  const context = {
    /** Adds a frame to the page. Resolves with what the callback makes of it, or with the frame. */
    async open({ where = document.body, url, attributes = {} }, callback) {
      const element = document.createElement("iframe");
      const { style, ...others } = attributes;
      Object.assign(element.style, style);
      Object.entries(others).forEach(([name, value]) => element.setAttribute(name, value));
      element.src = url;
      const { origin } = new URL(url, location.href);
      const iframe = new Iframe(origin, element);
      element.addEventListener("load", () => greet(iframe, element.contentWindow));
      where.append(element);
      return (await callback?.(iframe)) ?? iframe;
    },

    /** Inside a frame: resolves with the page, once it has spoken and its origin is accepted. */
    getParentIframe(accepts = () => true) {
      return new Promise((resolve) => {
        window.addEventListener("message", ({ data, origin, source, ports: [port] }) => {
          if (data !== greeting || source !== window.parent || source === window || !port) return;
          if (!accepts(origin)) return;
          const page = new Iframe(origin);
          page.connect(port);
          resolve(page);
        });
      });
    },
  };

  function greet(iframe, frameWindow) {
    const { port1, port2 } = new MessageChannel();
    iframe.connect(port1);
    // Nobody but the origin that was asked for gets the channel, whatever is in the frame by now.
    frameWindow.postMessage(greeting, iframe.getOrigin(), [port2]);
    const timer = setTimeout(() => {
      console.warn(
        `The sign-in frame of ${iframe.getOrigin()} does not answer. Is the API key right, and is ` +
          `${location.hostname} an authorized domain of the project?`,
      );
    }, patience);
    iframe.ping(() => clearTimeout(timer));
  }

  const everyFrame = () => true;
  window.gapi ??= {};
  window.gapi.load ??= (_features, options) => {
    queueMicrotask(typeof options === "function" ? options : (options?.callback ?? (() => {})));
  };
  window.gapi.iframes = {
    // By it `useLatchkey` tells these frames from Google's.
    isLatchkey: true,
    Iframe,
    CROSS_ORIGIN_IFRAMES_FILTER: everyFrame,
    SAME_ORIGIN_IFRAMES_FILTER: everyFrame,
    getContext: () => context,
  };
})();
