/** The opener of each kind of document, and web apps. */

import { say } from "../../shell/texts.js";
import { TypeTree } from "../../api/type-tree.js";
import { group, ReadPart } from "../setting-groups.js";
import { CHOICES_KEY, typeChoices } from "../type-choices.js";
import { TypeChoiceList } from "./type-choice-list.js";
import { WebAppForm } from "./web-app-form.js";
import { WebAppList } from "./web-app-list.js";

/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** @type {import("../section-list.js").MakeSection} */
export function openingSection(parts, signal) {
  return new OpeningSection(parts, signal).element;
}

class OpeningSection {
  #parts;
  #signal;
  #read;
  /** @type {WebAppForm | null} */
  #form = null;

  /**
   * @param {SectionParts} parts
   * @param {AbortSignal} signal
   */
  constructor(parts, signal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#read = new ReadPart((reading) => this.#ask(reading), (found) => this.#draw(found), (problem) => parts.notices.refused(problem), signal);
    void this.#read.load();
  }

  get element() {
    return this.#read.element;
  }

  /** @param {AbortSignal} signal */
  async #ask(signal) {
    const [registry, { preferences }] = await Promise.all([this.#parts.api.types(signal), this.#parts.choices.read(signal)]);
    const kept = preferences[CHOICES_KEY];
    return { registry, choices: /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept !== null ? kept : {}) };
  }

  /** @param {{registry: Awaited<ReturnType<SectionParts["api"]["types"]>>, choices: Record<string, unknown>}} found */
  #draw({ registry, choices }) {
    const changed = () => {
      this.#parts.typesChanged();
      void this.#read.load();
    };
    const kinds = typeChoices(registry, new TypeTree(registry.types), choices);
    const lists = new TypeChoiceList(this.#parts, kinds, choices, this.#signal);
    const apps = new WebAppList(this.#parts, registry, changed, this.#signal);
    // The form keeps its text when the list is read anew.
    this.#form ??= new WebAppForm(this.#parts, changed, this.#signal);
    this.#form.offer(registry.types);
    return [
      group({
        title: say("What opens each kind of document"), note: say("A choice holds for the kinds below it, too. One document can be given another opener in its own menu."),
      }, lists.element),
      group({ title: say("Web apps"), note: say("A page elsewhere that is given a document's id. It opens in a tab of its own.") }, apps.apps, this.#form.element),
      ...(apps.types ? [group({ title: say("Types of your own") }, apps.types)] : []),
    ];
  }
}
