/** The form of a rule: its name, its search with a live count, and its actions; tried before it is kept. */

import { button, element } from "../../shell/element.js";
import { LatestSignal } from "../../shell/latest-signal.js";
import { say, sayCount } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { documentPath } from "../../shell/address.js";
import { line, linesOr, whyNot } from "../setting-groups.js";

/** @typedef {import("../../api/rule-api.js").RuleApi} RuleApi */
/** @typedef {import("../../api/rule-api.js").Rule} Rule */
/** @typedef {import("../../api/rule-api.js").RuleDraft} RuleDraft */
/** @typedef {import("../../api/rule-api.js").RuleChange} RuleChange */
/** @typedef {import("../../api/rule-api.js").RuleTrial} RuleTrial */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** So long typing rests before the documents are counted. */
const REST_MILLISECONDS = 300;

/** Forms that were made: the fields of each have names of their own. */
let made = 0;

export class RuleForm {
  /** @type {HTMLFormElement} */
  element;
  #api;
  #notices;
  #signal;
  #counting;
  #resting = 0;
  #name;
  #query;
  #tags;
  #folder;
  #favourite = element("input", { type: "checkbox", role: "switch", class: "setting-switch" });
  #files = element("input", { type: "checkbox", role: "switch", class: "setting-switch" });
  #count = element("p", { class: "secondary settings-about", role: "status" });
  #problem = element("p", { class: "setting-problem", role: "alert" });
  #tried = element("div", { class: "rule-tried" });

  /**
   * @param {RuleApi} api
   * @param {SectionParts["notices"]} notices
   * @param {RuleDraft} rule
   * @param {(draft: RuleDraft) => Promise<void>} keep
   * @param {() => void} close
   * @param {AbortSignal} signal
   */
  constructor(api, notices, rule, keep, close, signal) {
    this.#api = api;
    this.#notices = notices;
    this.#signal = signal;
    this.#counting = new LatestSignal();
    made += 1;
    const id = (/** @type {string} */ part) => `rule-${part}-${made}`;
    this.#name = field(id("name"), rule.name, 200);
    this.#query = field(id("query"), rule.query, 2000);
    this.#tags = field(id("tags"), rule.actions.tags.join(", "), 5000);
    this.#folder = field(id("folder"), rule.actions.folder ?? "", 4096);
    this.#favourite.checked = rule.actions.favourite;
    this.#files.checked = rule.actions.folder !== null;
    const save = element("button", { type: "submit", class: "button outlined" }, say("Keep the rule"));
    this.element = element(
      "form", { class: "settings-form rule-form" },
      label(id("name"), say("Name")), this.#name,
      label(id("query"), say("Documents that this search finds")), this.#query, this.#count,
      label(id("tags"), say("Give them these tags, with commas between them")), this.#tags,
      element("label", { class: "rule-switch" }, this.#files, say("Move them to a folder")), this.#folder,
      element("label", { class: "rule-switch" }, this.#favourite, say("Make them favourites")),
      element(
        "div", { class: "settings-actions" }, save,
        button({ label: say("Try"), text: true, class: "outlined" }, () => void this.#try(), signal),
        button({ label: say("Cancel"), text: true, class: "quiet" }, close, signal),
      ),
      this.#problem, this.#tried,
    );
    this.element.noValidate = true;
    this.#folder.setAttribute("aria-label", say("Folder"));
    this.#folder.placeholder = say("Folder, as in Papers/Bills");
    this.#listen(save, keep);
    this.#countFound();
  }

  focus() {
    this.#name.focus();
  }

  /**
   * @param {HTMLButtonElement} save
   * @param {(draft: RuleDraft) => Promise<void>} keep
   */
  #listen(save, keep) {
    const signal = this.#signal;
    const files = () => { this.#folder.hidden = !this.#files.checked; };
    files();
    this.#files.addEventListener("change", () => {
      files();
      if (this.#files.checked) this.#folder.focus();
    }, { signal });
    this.#query.addEventListener("input", () => {
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => void this.#countFound(), REST_MILLISECONDS);
    }, { signal });
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#keep(save, keep);
    }, { signal });
  }

  /** @returns {RuleDraft} */
  get #draft() {
    const tags = this.#tags.value.split(",").map((tag) => tag.trim()).filter(Boolean);
    const folder = this.#files.checked ? this.#folder.value.trim().replace(/^\/+|\/+$/g, "") : null;
    return { name: this.#name.value.trim(), query: this.#query.value.trim(), actions: { tags, folder, favourite: this.#favourite.checked }, on: false };
  }

  /** How many documents the search finds as it stands. */
  async #countFound() {
    const query = this.#query.value.trim();
    if (!query) return this.#count.replaceChildren();
    const signal = this.#counting.next();
    try {
      const { total, partial } = await this.#api.try({ query }, signal);
      const found = sayCount(total, "Finds {n} document that is there", "Finds {n} documents that are there");
      this.#count.textContent = partial ? say("{found}, or more", { found }) : found;
    } catch (error) {
      if (!signal.aborted) this.#count.textContent = whyNot(error);
    }
  }

  /**
   * @param {HTMLButtonElement} save
   * @param {(draft: RuleDraft) => Promise<void>} keep
   */
  async #keep(save, keep) {
    const draft = this.#draft;
    if (this.#refuses(draft)) return;
    save.disabled = true;
    try {
      await keep(draft);
    } catch (error) {
      this.#refused(error);
    } finally {
      save.disabled = false;
    }
  }

  async #try() {
    const draft = this.#draft;
    if (this.#refuses({ ...draft, name: draft.name || "-" })) return;
    try {
      this.#show(await this.#api.try(draft, this.#signal));
    } catch (error) {
      this.#refused(error);
    }
  }

  /**
   * Whether a draft will not do, as far as that is known before the server is asked.
   * @param {RuleDraft} draft
   */
  #refuses({ name, query, actions }) {
    const doesNothing = actions.tags.length === 0 && actions.folder === null && !actions.favourite;
    const [field, problem] = !name
      ? [this.#name, say("A name is needed.")]
      : !query ? [this.#query, say("A search is needed.")] : doesNothing ? [this.#tags, say("Choose something that it does.")] : [null, ""];
    this.#problem.textContent = problem;
    field?.focus();
    return field !== null;
  }

  /** @param {unknown} error */
  #refused(error) {
    if (this.#signal.aborted) return;
    this.#notices.refused(ApiProblem.from(error));
    this.#problem.textContent = whyNot(error);
  }

  /** @param {RuleTrial} trial */
  #show({ total, documents, problem }) {
    const changed = documents.filter(({ unchanged }) => !unchanged);
    const head = sayCount(total, "Finds {n} document that is there", "Finds {n} documents that are there");
    this.#tried.replaceChildren(
      element("p", { class: "secondary settings-note", role: "status" }, `${head}. ${say("Nothing was changed.")}`),
      ...(problem ? [element("p", { class: "settings-alarm settings-note" }, say("The folder is not there: documents are not moved."))] : []),
      linesOr(changed.map(changeLine), total ? say("They are as the rule makes them.") : say("It finds none.")),
    );
  }
}

/** @param {RuleChange} change */
function changeLine({ document, tags, favourite, folder }) {
  const library = say("Library");
  const effects = [
    ...(tags.length ? [say("Tags: {tags}", { tags: tags.join(", ") })] : []),
    ...(folder ? [say("From {from} to {to}", { from: folder.from || library, to: folder.to || library })] : []),
    ...(favourite ? [say("Favourite")] : []),
  ];
  return line({ title: element("a", { class: "settings-outward", href: documentPath(document.id) }, document.name), note: effects.join(" · ") });
}

/**
 * @param {string} id
 * @param {string} value
 * @param {number} most
 */
function field(id, value, most) {
  return element("input", { class: "field settings-grow", id, type: "text", autocomplete: "off", spellcheck: "false", maxlength: most, value });
}

/**
 * @param {string} id
 * @param {string} words
 */
function label(id, words) {
  return element("label", { for: id }, words);
}
