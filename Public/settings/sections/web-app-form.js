/** The form that makes a web app known: its name, its address, what it opens and what it does with it. */

import { element } from "../../shell/element.js";
import { say, text } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { declareHandler } from "../../api/opener-api.js";
import { whyNot } from "../setting-groups.js";
import { webAppOf } from "../type-choices.js";

/** @typedef {import("../../api/api.js").FileType} FileType */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

/** Why a description will not do, as far as that is known before the server is asked. */
const PROBLEMS = Object.freeze({
  name: text("A name is needed."), url: text("The address must begin with https:// or http://."),
  place: text("The address must contain {id} or {content}: there the document's id is put, or the address of a copy."),
  copies: text("The address must contain {contents}: there the addresses of the copies are put."),
  icon: text("The sign has one or two characters."), types: text("Name at least one kind of document."),
});

export class WebAppForm {
  /** @type {HTMLElement} */
  element;
  #parts;
  #changed;
  #name = field("app-name", { placeholder: say("Draw") });
  #url = field("app-url", { placeholder: "https://draw.example.org/open?document={id}", type: "url", spellcheck: "false" });
  #types = field("app-types", { list: "app-type-names", placeholder: "public.image", spellcheck: "false" });
  #names = element("datalist", { id: "app-type-names" });
  #role = element(
    "select", { class: "field setting-list", id: "app-role" },
    element("option", { value: "viewer" }, say("Shows documents")), element("option", { value: "editor" }, say("Edits documents")),
    element("option", { value: "action" }, say("Does something with copies")),
  );
  #icon = field("app-icon", { placeholder: "✂", spellcheck: "false" });
  #sign = element("div", { class: "settings-form", hidden: true }, label("app-icon", say("Its sign in menus, one or two characters")), this.#icon);
  #problem = element("p", { class: "setting-problem", id: "app-problem", role: "alert" });

  /**
   * @param {SectionParts} parts
   * @param {() => void} changed
   * @param {AbortSignal} signal
   */
  constructor(parts, changed, signal) {
    this.#parts = parts;
    this.#changed = changed;
    const add = element("button", { type: "submit", class: "button outlined" }, say("Add the web app"));
    const form = element(
      "form", { class: "settings-form" },
      label("app-name", say("Name")), this.#name,
      label("app-url", say("Address, with {id} for the document's id, or {content} or {contents} for copies")), this.#url,
      label("app-types", say("Kinds of documents, with commas between them")), this.#types, this.#names,
      label("app-role", say("What it does")), this.#role, this.#sign, add, this.#problem,
    );
    form.noValidate = true;
    this.#role.addEventListener("change", () => { this.#sign.hidden = this.#role.value !== "action"; }, { signal });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#add(add);
    }, { signal });
    this.element = element("details", { class: "settings-details" }, element("summary", {}, say("Add a web app")), form);
  }

  /** @param {readonly FileType[]} types that it may open */
  offer(types) {
    this.#names.replaceChildren(...types.map(({ identifier, name }) => element("option", { value: identifier }, name)));
  }

  /** @returns {"viewer" | "editor" | "action"} */
  get #chosenRole() {
    const { value } = this.#role;
    return value === "editor" || value === "action" ? value : "viewer";
  }

  get #fields() {
    return [this.#name, this.#url, this.#types, this.#icon];
  }

  /** @param {HTMLButtonElement} add */
  async #add(add) {
    const { handler, problem } = webAppOf({
      name: this.#name.value.trim(), url: this.#url.value.trim(), role: this.#chosenRole, icon: this.#icon.value.trim(),
      types: this.#types.value.split(/[\s,;]+/).filter(Boolean),
    });
    const wrong = { "name": this.#name, "url": this.#url, "place": this.#url, "copies": this.#url, "types": this.#types, "icon": this.#icon, "": null }[problem];
    for (const one of this.#fields) one.toggleAttribute("aria-invalid", one === wrong);
    this.#problem.textContent = problem ? say(PROBLEMS[problem]) : "";
    if (wrong) return wrong.focus();
    add.disabled = true;
    await this.#declare(handler);
    add.disabled = false;
  }

  /** @param {import("../../api/opener-api.js").Handler} handler */
  async #declare(handler) {
    const { api, notices } = this.#parts;
    try {
      await declareHandler(api, handler);
      const words = handler.role === "action" ? say("“{name}” is in the menus from now on", { name: handler.name ?? "" }) : say("“{name}” opens documents from now on", { name: handler.name ?? "" });
      notices.show({ text: words });
      for (const one of this.#fields) one.value = "";
      this.element.removeAttribute("open");
      this.#changed();
    } catch (error) {
      notices.refused(ApiProblem.from(error));
      this.#problem.textContent = whyNot(error);
    }
  }
}

/**
 * @param {string} id
 * @param {import("../../shell/element.js").Attributes} attributes
 */
function field(id, attributes) {
  return element("input", { id, "class": "field settings-grow", "type": "text", "autocomplete": "off", "aria-describedby": "app-problem", ...attributes });
}

/**
 * @param {string} id
 * @param {string} words
 */
function label(id, words) {
  return element("label", { for: id }, words);
}
