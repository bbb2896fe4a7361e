"use strict";

/**
 * Replaces the part of Google's `api.js` that the Firebase web SDK uses: a page opens a frame, and the two exchange
 * messages. If a page loads this script before it signs in, it needs nothing from Google. The script communicates only
 * with frames that load it, too. It uses its own protocol: the page sends the frame one end of a message channel, which
 * only the frame's origin can receive. All later messages use this channel.
 */
(() => {
  const greeting = "latchkey:gapi.iframes";
  /** The time in milliseconds after which a loaded frame without any message causes a warning to the developer. */
  const patience = 3_000;
  /** The maximum number of messages that are kept until a handler for them is registered. */
  const maximumHeld = 32;

  /** The other end of a channel: the page for a frame, or the frame for a page. */
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

    /**
     * Calls the handler with each message of a type. The handler's result, or the result of its promise, is the answer.
     */
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

    /** Resolves with a list of the answers of the other end's handlers, and calls the callback with it. */
    send(type, data, callback) {
      const id = ++this.#lastID;
      const answered = new Promise((resolve) => this.#answers.set(id, resolve));
      this.#post({ id, type, data });
      // The SDK's callback throws even without an error, so the caller must not receive its exceptions.
      if (callback) answered.then(callback).catch(() => {});
      return answered;
    }

    ping(callback, data) {
      return this.send("ping", data, callback);
    }

    /** The style of a frame never changes. */
    restyle(_style, callback) {
      callback?.();
      return Promise.resolve([]);
    }

    close() {
      this.#port?.close();
      this.#element?.remove();
      return Promise.resolve([]);
    }

    /** Sends and receives messages through this channel from now on. */
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

  /** The page or the frame in which this script runs. */
  const context = {
    /** Adds a frame to the page. Resolves with the result of the callback, or with the frame. */
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

    /** Inside a frame: resolves with the page, once the page has sent a message and its origin is accepted. */
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
    // Only the expected origin can receive the channel, even if the frame now contains another page.
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
    // `useLatchkey` recognises by this property that the frames are not Google's.
    isLatchkey: true,
    Iframe,
    CROSS_ORIGIN_IFRAMES_FILTER: everyFrame,
    SAME_ORIGIN_IFRAMES_FILTER: everyFrame,
    getContext: () => context,
  };
})();
