/** How far the index of words is, and the reading of scans: when, in which languages, and how far. */

import { languageInWords } from "../../api/words.js";
import { ApiProblem } from "../../api/api-problem.js";
import { searchIndex } from "../../api/search-api.js";
import { button, element } from "../../shell/element.js";
import { say, sayCount, text } from "../../shell/texts.js";
import { Timer } from "../../shell/timer.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";

/** @typedef {import("../../api/search-api.js").SearchIndex} SearchIndex */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */
/** @typedef {{reading: string, hours: string, languages: readonly string[]}} ScanChoices */

/** The server is asked again so often while the section is shown. */
const AGAIN_MILLISECONDS = 3_000;

const READING = "scans.reading";
const HOURS = "scans.hours";
const LANGUAGES = "scans.languages";

/** Hours that are offered first: the night. */
const NIGHT = "22:00-06:00";

/** @type {Readonly<Record<string, string>>} */
const STATES = Object.freeze({
  "on": text("They are read while nothing else is to be done."),
  "paused": text("The reading is paused."),
  "off": text("Scans are not read."),
  "outside-hours": text("They are read again when their hours come."),
  "missing": text("The words of scans need Tesseract, which is missing on the server."),
});

/** Names of Tesseract's data that no tag of a language is. */
const TAGS = new Map([["chi_sim", "zh-Hans"], ["chi_tra", "zh-Hant"]]);

/** @type {import("../section-list.js").MakeSection} */
export function wordsSection(parts, signal) {
  return new WordsSection(parts, signal).element;
}

class WordsSection {
  #parts;
  #signal;
  #index;
  #scans;
  #timer;
  #progress = element("p", { class: "secondary settings-about", role: "status" });

  /**
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#timer = new Timer(signal);
    const refused = (/** @type {ApiProblem} */ problem) => parts.notices.refused(problem);
    this.#index = new ReadPart((reading) => searchIndex(parts.api, reading), (index) => drawIndex(index), refused, signal);
    this.#scans = new ReadPart((reading) => this.#readScans(reading), (facts) => this.#drawScans(facts), refused, signal);
    parts.choices.follow(() => void this.#scans.load(), signal);
    this.element = element(
      "div", {},
      group({ title: say("Words"), note: say("Documents are found by them.") }, this.#index.element),
      group({ title: say("Scans"), note: say("Pages that are pictures have no words until these are read in the pictures.") }, this.#scans.element),
    );
    void this.#begin();
  }

  async #begin() {
    await Promise.all([this.#index.load(), this.#scans.load()]);
    this.#again();
  }

  #again() {
    this.#timer.set(AGAIN_MILLISECONDS, () => void this.#follow());
  }

  /** Figures are drawn anew; controls stay as they are, so that they keep the focus. */
  async #follow() {
    await this.#index.load();
    const index = await searchIndex(this.#parts.api, this.#signal).catch(() => null);
    if (index) this.#progress.textContent = progressInWords(index);
    this.#again();
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<{index: SearchIndex, chosen: ScanChoices}>}
   */
  async #readScans(signal) {
    const [index, { preferences }] = await Promise.all([searchIndex(this.#parts.api, signal), this.#parts.choices.read(signal)]);
    const languages = preferences[LANGUAGES];
    return { index, chosen: {
      reading: String(preferences[READING] ?? "on"), hours: String(preferences[HOURS] ?? ""),
      languages: Array.isArray(languages) ? languages.map(String) : [],
    } };
  }

  /** @param {{index: SearchIndex, chosen: ScanChoices}} facts */
  #drawScans({ index, chosen }) {
    this.#progress.textContent = progressInWords(index);
    const words = say(STATES[index.recognition.state] ?? index.recognition.state);
    const state = line({ title: words, note: this.#progress }, ...this.#stateButtons(chosen));
    const { install } = index.recognition;
    if (install) return [state, line({ title: say("This line installs it, on the server:"), note: element("code", {}, install) })];
    return [state, this.#hours(chosen), ...this.#languages(index.recognition.languages, chosen)];
  }

  /** @param {ScanChoices} chosen */
  #stateButtons({ reading }) {
    const offer = (/** @type {string} */ label, /** @type {string} */ value) =>
      button({ label, text: true, class: "outlined" }, () => void this.#choose(READING, value), this.#signal);
    if (reading === "off") return [offer(say("Read scans"), "on")];
    const pause = reading === "paused" ? offer(say("Go on reading"), "on") : offer(say("Pause"), "paused");
    return [pause, offer(say("Do not read scans"), "off")];
  }

  /** @param {ScanChoices} chosen */
  #hours({ hours }) {
    const [start = "", end = ""] = hours.split("-");
    const time = (/** @type {string} */ label, /** @type {string} */ value) =>
      element("input", { "class": "field scan-hour", "type": "time", "aria-label": label, "value": padded(value), "required": true });
    const [from, until] = [time(say("Scans are read from"), start), time(say("Scans are read until"), end)];
    const choose = () => {
      if (from.value && until.value) void this.#choose(HOURS, `${from.value}-${until.value}`);
    };
    for (const one of [from, until]) one.addEventListener("change", choose, { signal: this.#signal });
    const other = hours === "" ? button({ label: say("Only at night"), text: true, class: "outlined" }, () => void this.#choose(HOURS, NIGHT), this.#signal)
      : button({ label: say("At any time"), text: true, class: "outlined" }, () => void this.#choose(HOURS, ""), this.#signal);
    return line(
      { title: say("Hours in which scans are read"), note: hours === "" ? say("At any time") : say("By the server's clock") },
      ...(hours === "" ? [] : [from, element("span", { "aria-hidden": "true" }, "–"), until]), other,
    );
  }

  /**
   * @param {readonly string[]} installed
   * @param {ScanChoices} chosen
   */
  #languages(installed, { languages }) {
    const note = languages.length ? null : say("Every one that is installed, as the text turns out to be.");
    const title = line({ title: say("Languages of scans"), note }, ...(languages.length ? [
      button({ label: say("All languages"), text: true, class: "outlined" }, () => void this.#choose(LANGUAGES, []), this.#signal),
    ] : []));
    const lines = installed.map((language) => {
      const box = element("input", { type: "checkbox", checked: languages.length === 0 || languages.includes(language) });
      box.addEventListener("change", () => void this.#choose(LANGUAGES, withLanguage(installed, languages, language, box.checked)), { signal: this.#signal });
      return element("label", { class: "scan-language" }, box, languageInWords(TAGS.get(language) ?? language));
    });
    return [title, linesOr(lines, "")];
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  async #choose(key, value) {
    try {
      await this.#parts.choices.choose(key, value);
    } catch (error) {
      this.#parts.notices.failed(error, `${say("This could not be kept.")} ${whyNot(error)}`);
    }
    await this.#scans.load();
  }
}

/** @param {SearchIndex} index */
function drawIndex({ read, waiting, refused }) {
  const facts = [
    ...(waiting ? [sayCount(waiting, "{n} document is still to be read", "{n} documents are still to be read")] : [say("None is waiting.")]),
    ...(refused ? [sayCount(refused, "the words of {n} document cannot be had", "the words of {n} documents cannot be had")] : []),
  ];
  return [line({ title: sayCount(read, "The words of {n} document are known", "The words of {n} documents are known"), note: facts.join(" · ") })];
}

/** @param {SearchIndex} index */
function progressInWords({ scans, scansRead, scansRefused }) {
  return [
    sayCount(scansRead, "{n} page was read", "{n} pages were read"),
    sayCount(scans, "{n} page is waiting", "{n} pages are waiting"),
    ...(scansRefused ? [sayCount(scansRefused, "{n} page could not be read", "{n} pages could not be read")] : []),
  ].join(" · ");
}

/**
 * The languages after one of them was chosen or no longer; none is chosen where all are.
 * @param {readonly string[]} installed
 * @param {readonly string[]} chosen
 * @param {string} language
 * @param {boolean} isChosen
 */
export function withLanguage(installed, chosen, language, isChosen) {
  const all = chosen.length === 0 ? installed : chosen;
  const next = isChosen ? [...all, language] : all.filter((one) => one !== language);
  return installed.every((one) => next.includes(one)) ? [] : next;
}

/** @param {string} time such as "6:00" */
function padded(time) {
  return time.padStart(5, "0");
}
