/** The line over a version: which one it is, the next and the one before, and what can be done with it. */

import { announce } from "../shell/announcer.js";
import { button, element, icon, linkButton, setAttributes } from "../shell/element.js";
import { currentNumber, neighbour } from "./version-list.js";
import { dayInWords, versionLine } from "./version-words.js";
import { NoteBar } from "../shell/note-bar.js";
import { say } from "../shell/texts.js";

/** @typedef {import("../api/version-api.js").Version} Version */
/** @typedef {import("./version-list.js").VersionListState} VersionListState */

/**
 * The version in the bar, and the one that it is compared with.
 * @typedef {{readonly number: number, readonly compared: number | "now" | null}} Shown
 */

export class VersionBar {
  #bar = new NoteBar(say("Version"));
  #versions;
  #older;
  #newer;
  #restore;
  #compare;
  #done;
  #now;
  #other = element("select", { "class": "field", "aria-label": say("Compare with") });
  #otherBox = element("label", { class: "other-version" }, this.#other, icon("down"));
  #line = element("span", { class: "version-line" });
  #say = element("span", { class: "version-say" }, this.#line, this.#otherBox);
  #download = linkButton({ label: say("Download this version"), icon: "download", class: "quiet version-download" }, {});
  /** @type {Shown | null} */
  #shown = null;
  /** @type {VersionListState | null} */
  #state = null;
  /** @type {Version | null} */
  #version = null;
  #said = "";
  #offered = "";

  /**
   * @param {import("./document-versions.js").DocumentVersions} versions
   * @param {AbortSignal} signal
   */
  constructor(versions, signal) {
    this.#versions = versions;
    const act = (/** @type {(shown: Shown) => void} */ then) => () => this.#shown && then(this.#shown);
    this.#older = button({ label: say("Older version"), icon: "previous", keys: "[" }, () => this.step("older"), signal);
    this.#newer = button({ label: say("Newer version"), icon: "next", keys: "]" }, () => this.step("newer"), signal);
    this.#restore = button({ label: say("Restore"), text: true, class: "outlined", keys: "R" },
      act(({ number }) => void versions.restore(number)), signal);
    this.#compare = button({ label: say("Compare"), text: true, class: "outlined", keys: "C" },
      act(({ number }) => versions.compare(number, "now")), signal);
    this.#done = button({ label: say("End comparison"), text: true, class: "outlined", keys: "C" },
      act(({ number }) => versions.compare(number, null)), signal);
    this.#now = button({ label: say("Back to now"), text: true, class: "primary" }, () => versions.goTo(null), signal);
    this.#other.addEventListener("change", () => this.#chosen(), { signal });
  }

  get element() {
    return this.#bar.element;
  }

  hide() {
    this.#shown = null;
    this.#said = "";
    this.#bar.hide();
  }

  /**
   * @param {Shown} shown
   * @param {VersionListState} state
   * @param {Version | null} version as far as it is known
   */
  show(shown, state, version) {
    this.#shown = shown;
    this.#version = version;
    const now = new Date();
    const line = version
      ? versionLine(version, currentNumber(state) ?? version.number, now) : say("Version {number}", { number: shown.number });
    this.#fill(shown, state, line, now);
    if (version && line !== this.#said) announce(line);
    if (version) this.#said = line;
  }

  /**
   * Goes to the next version in a direction; false where there is none.
   * @param {"older" | "newer"} direction
   */
  step(direction) {
    const target = this.#shown && this.#target(direction);
    if (!target) return false;
    this.#versions.goTo(target.number);
    return true;
  }

  /** @param {"older" | "newer"} direction */
  #target(direction) {
    return this.#shown && this.#state ? neighbour(this.#state, this.#shown.number, direction) : null;
  }

  /**
   * @param {Shown} shown
   * @param {VersionListState} state
   * @param {string} line
   * @param {Date} now
   */
  #fill({ number, compared }, state, line, now) {
    this.#state = state;
    this.#line.textContent = compared === null ? line : say("Version {number} compared with", { number });
    const { url, name } = this.#versions.downloadOf(number);
    setAttributes(this.#download, { href: url, download: name });
    setAttributes(this.#older, { "aria-disabled": this.#target("older") === null && "true" });
    setAttributes(this.#newer, { "aria-disabled": this.#target("newer") === null && "true" });
    this.#otherBox.hidden = compared === null;
    if (compared !== null) this.#offer(state, number, compared, now);
    this.#bar.show(this.#say, this.#actionsFor(compared !== null));
  }

  /**
   * A version without a content, or a missing one, offers only to leave.
   * @param {boolean} comparing
   */
  #actionsFor(comparing) {
    const kept = this.#version?.kept ?? false;
    const reading = kept ? [this.#download, this.#compare, this.#restore] : [];
    if (comparing) return [...(kept ? [this.#restore] : []), this.#done, this.#now];
    return [this.#older, this.#newer, ...reading, this.#now];
  }

  /**
   * The versions that a version can be compared with.
   * @param {VersionListState} state
   * @param {number} number
   * @param {number | "now"} compared
   * @param {Date} now
   */
  #offer({ versions }, number, compared, now) {
    const others = versions.filter((version) => version.kept && !version.current && version.number !== number)
      .map((version) => ({ value: String(version.number), text: say("Version {number}, {date}", { number: version.number, date: dayInWords(version.created, now) }) }));
    const wanted = String(compared);
    const offered = [{ value: "now", text: say("what it is now") }, ...others];
    if (!offered.some(({ value }) => value === wanted)) offered.push({ value: wanted, text: say("Version {number}", { number: wanted }) });
    const key = JSON.stringify(offered);
    // Another list would close the one that is open.
    if (key !== this.#offered) this.#other.replaceChildren(
      ...offered.map(({ value, text }) => element("option", { value }, text)),
    );
    this.#offered = key;
    this.#other.value = wanted;
  }

  #chosen() {
    const { value } = this.#other;
    if (this.#shown) this.#versions.compare(this.#shown.number, value === "now" ? value : Number(value));
  }
}
