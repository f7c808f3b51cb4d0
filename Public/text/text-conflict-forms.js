/** Both forms of a text that was changed here and elsewhere at the same time: the lines from the first that differs. */

import { element } from "../shell/element.js";
import { LatestSignal } from "../shell/latest-signal.js";
import { say, sayCount } from "../shell/texts.js";
import { wayInWords } from "../api/version-ways.js";
import { dateInWords } from "../api/words.js";
import { TextFile } from "./text-file.js";

/** @typedef {import("./open-text.js").OpenText} OpenText */

/** So many lines of each are shown, the last of which are the same in both before the first that differs. */
const LINES = 6;
const BEFORE = 1;

/**
 * The lines of two texts from just before the first that differs.
 * @param {string} one
 * @param {string} other
 * @returns {[string, string]}
 */
export function differingLines(one, other) {
  const [lines, others] = [one.split("\n"), other.split("\n")];
  let same = 0;
  while (same < lines.length && same < others.length && lines[same] === others[same]) same += 1;
  const first = Math.max(0, same - BEFORE);
  return [lines.slice(first, first + LINES).join("\n"), others.slice(first, first + LINES).join("\n")];
}

class Side {
  #name = element("b");
  #when = element("span");
  #count = element("span");
  #lines = element("pre", { class: "conflict-lines", dir: "auto" });
  element = element("figure", { class: "conflict-side" }, this.#lines, element("figcaption", {}, this.#name, this.#when, this.#count));

  /**
   * @param {string} name
   * @param {string} when
   */
  name(name, when = "") {
    [this.#name.textContent, this.#when.textContent] = [name, when];
  }

  /**
   * @param {string} text all of it
   * @param {string} lines of it
   */
  show(text, lines) {
    this.#lines.textContent = lines;
    const count = text === "" ? 0 : text.split("\n").length;
    this.#count.textContent = count === 0 ? say("Empty") : sayCount(count, "{n} line", "{n} lines");
  }
}

/** @implements {ConflictForms} */
export class TextConflictForms {
  #ports;
  #here = new Side();
  #other = new Side();
  /** @type {HTMLElement} */
  element = element("div", { class: "conflict-previews" }, this.#here.element, this.#other.element);
  #reading = new LatestSignal();
  /** @type {OpenText | null} */
  #text = null;

  /** @param {{sessions: Pick<import("../api/session-api.js").SessionApi, "conflicts" | "content">, versions: Pick<import("../api/version-api.js").VersionApi, "text">}} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /**
   * @param {OpenText} text that is shown now
   * @param {AbortSignal} signal
   */
  follow(text, signal) {
    this.hide();
    this.#text = text;
    signal.addEventListener("abort", () => this.#reading.abort());
  }

  /**
   * @param {string} id the document's
   * @param {string | null} left the conflict that was left undecided before; null where what is shown is in conflict itself
   */
  async show(id, left) {
    this.element.hidden = true;
    const signal = this.#reading.next();
    try {
      const { conflicts } = await this.#ports.sessions.conflicts(id, signal);
      const conflict = conflicts.find((one) => left === null || one.id === left);
      if (!conflict || signal.aborted) return;
      const { sessions, versions } = this.#ports;
      const file = left === null ? await versions.text(id, conflict.theirs.number, signal) : await sessions.content(id, left, signal);
      if (!signal.aborted) this.#fill(conflict, left === null, new TextFile(file).text);
    } catch {
      // The choices are of use without the lines.
    }
  }

  /**
   * @param {import("../api/session-api.js").Conflict} conflict
   * @param {boolean} isOwn whether what is shown is in conflict itself
   * @param {string} other
   */
  #fill({ mine, theirs }, isOwn, other) {
    const text = this.#text?.text ?? "";
    const now = new Date();
    const [when, way] = isOwn ? [theirs.created, wayInWords(theirs)] : [mine.handed ?? "", wayInWords({ author: mine.author, origin: "api" })];
    this.#here.name(isOwn ? say("Here") : say("Theirs, shown now"));
    this.#other.name(isOwn ? say("Elsewhere") : say("Mine, set aside"), [dateInWords(when, now), way].filter((part) => part !== "").join(", "));
    const [lines, others] = differingLines(text, other);
    this.#here.show(text, lines);
    this.#other.show(other, others);
    this.element.hidden = false;
  }

  hide() {
    this.#reading.abort();
    this.element.hidden = true;
  }
}

/** @typedef {import("../saving/document-conflicts.js").ConflictForms<OpenText>} ConflictForms */
