/** Web apps that users declared, and types of their own; each can be taken away, and a web app brought back. */

import { button, element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { declareHandler, withdrawHandler, withdrawType } from "../../api/opener-api.js";
import { line, linesOr, whyNot } from "../setting-groups.js";

/** @typedef {import("../../api/opener-api.js").Handler} Handler */
/** @typedef {import("../../api/api.js").FileType} FileType */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

export class WebAppList {
  #parts;
  #changed;
  #signal;
  /** @type {HTMLElement} */
  apps;
  /**
   * Types of users' own; null where there are none.
   * @type {HTMLElement | null}
   */
  types;

  /**
   * @param {SectionParts} parts
   * @param {{types: readonly FileType[], handlers: readonly Handler[]}} registry
   * @param {() => void} changed called when one of them came or went
   * @param {AbortSignal} signal
   */
  constructor(parts, { types, handlers }, changed, signal) {
    this.#parts = parts;
    this.#changed = changed;
    this.#signal = signal;
    const names = new Map(types.map(({ identifier, name }) => [identifier, name]));
    const declared = types.filter((type) => type.declared);
    this.apps = linesOr(handlers.filter(({ url }) => url !== undefined).map((app) => this.#app(app, names)), say("No web app is known here."));
    this.types = declared.length ? linesOr(declared.map((type) => this.#type(type)), "") : null;
  }

  /**
   * @param {Handler} app
   * @param {ReadonlyMap<string, string>} names of types
   */
  #app(app, names) {
    const { identifier, name = identifier, role, contentTypes, url = "" } = app;
    const remove = this.#button(name, () => void this.#tried(
      () => withdrawHandler(this.#parts.api, identifier), say("“{name}” is removed", { name }), () => void this.#bringBack(app),
    ));
    const kinds = contentTypes.map((type) => names.get(type) || type).join(", ");
    const does = role === "action" ? say("Does something with: {kinds}", { kinds }) : role === "editor" ? say("Edits: {kinds}", { kinds }) : say("Shows: {kinds}", { kinds });
    return line({ title: name, note: element("span", {}, does, element("br"), element("span", { translate: "no" }, url)) }, remove);
  }

  /** @param {FileType} type */
  #type({ identifier, name }) {
    const remove = this.#button(name || identifier, () => void this.#tried(
      () => withdrawType(this.#parts.api, identifier), say("“{name}” is removed", { name: name || identifier }), null,
    ));
    return line({ title: name || identifier, note: identifier }, remove);
  }

  /**
   * @param {string} name
   * @param {() => void} act
   */
  #button(name, act) {
    const remove = button({ label: say("Remove"), text: true, class: "quiet" }, act, this.#signal);
    remove.setAttribute("aria-label", `${say("Remove")}: ${name}`);
    return remove;
  }

  /** @param {Handler} app */
  #bringBack(app) {
    const { identifier, name = identifier } = app;
    return this.#tried(() => declareHandler(this.#parts.api, app), say("“{name}” is back", { name }), null);
  }

  /**
   * @param {() => Promise<void>} body
   * @param {string} done
   * @param {(() => void) | null} undo
   */
  async #tried(body, done, undo) {
    const { notices } = this.#parts;
    try {
      await body();
      notices.show({ text: done, ...(undo ? { action: { label: say("Undo"), act: undo } } : {}) });
      this.#changed();
    } catch (error) {
      notices.failed(error, `${say("Nothing was changed.")} ${whyNot(error)}`);
    }
  }
}
