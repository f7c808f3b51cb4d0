/** The tokens of programs: those that there are, and the making of another one, whose secret is shown once. */

import { askToConfirm } from "../../shell/confirm-sheet.js";
import { button, element } from "../../shell/element.js";
import { copyText } from "../../shell/sharing.js";
import { say } from "../../shell/texts.js";
import { ApiProblem } from "../../api/api-problem.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";
import { datesOf } from "./credential-dates.js";

/** @typedef {import("../../api/account-api.js").AccountApi} AccountApi */
/** @typedef {import("../../api/account-api.js").Token} Token */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

export class TokenGroup {
  #accounts;
  #notices;
  #signal;
  #list;
  #name = element("input", {
    class: "field settings-grow", id: "token-name", type: "text", autocomplete: "off", maxlength: 100, required: true, "aria-describedby": "token-problem",
  });
  #access = element(
    "select", { class: "field setting-list", id: "token-access" },
    element("option", { value: "full" }, say("May read and change everything")),
    element("option", { value: "read" }, say("May only read")),
  );
  #problem = element("p", { class: "setting-problem", id: "token-problem", role: "alert" });
  #made = element("div", { class: "token-made", role: "status" });

  /**
   * @param {AccountApi} accounts
   * @param {SectionParts["notices"]} notices
   * @param {AbortSignal} signal
   */
  constructor(accounts, notices, signal) {
    this.#accounts = accounts;
    this.#notices = notices;
    this.#signal = signal;
    this.#list = new ReadPart(
      (reading) => accounts.tokens(reading), ({ tokens }) => [linesOr(tokens.map((token) => this.#line(token)), say("No program has a token."))],
      (problem) => notices.refused(problem), signal,
    );
    void this.#list.load();
  }

  /** @returns {HTMLElement} */
  get element() {
    const note = say("A program that sends a token is let in without a browser: a scanner, a script, a desktop's file manager.");
    return group({ title: say("Tokens of programs"), note }, this.#list.element, this.#form(), this.#made);
  }

  #form() {
    const make = element("button", { type: "submit", class: "button outlined" }, say("Make a token"));
    const form = element(
      "form", { class: "settings-form" },
      element("label", { for: "token-name" }, say("Name of the program")), this.#name,
      element("label", { for: "token-access" }, say("What it may do")), this.#access,
      make, this.#problem,
    );
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#make(make);
    }, { signal: this.#signal });
    return form;
  }

  /** @param {HTMLButtonElement} make */
  async #make(make) {
    const name = this.#name.value.trim();
    this.#say(name ? "" : say("A name is needed."));
    if (!name) return this.#name.focus();
    make.disabled = true;
    try {
      this.#show(await this.#accounts.makeToken(name, this.#access.value === "read" ? "read" : "full"));
      this.#name.value = "";
      await this.#list.load();
    } catch (error) {
      this.#notices.refused(ApiProblem.from(error));
      this.#say(whyNot(error));
    } finally {
      make.disabled = false;
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#problem.textContent = text;
    this.#name.toggleAttribute("aria-invalid", text !== "");
  }

  /**
   * The secret, until it was taken.
   * @param {Token} token
   */
  #show({ name, token = "" }) {
    const secret = element("code", { class: "command token-secret", tabindex: 0 }, token);
    const copy = button({ label: say("Copy"), icon: "duplicate", text: true, class: "outlined" }, async () => {
      const text = await copyText(token) ? say("The token is in the clipboard") : say("The token could not be copied. Select it and copy it by hand.");
      this.#notices.show({ text });
    }, this.#signal);
    const done = button({ label: say("Done"), text: true, class: "quiet" }, () => {
      this.#made.replaceChildren();
      this.#name.focus();
    }, this.#signal);
    this.#made.replaceChildren(
      element("p", {}, say("The token of “{name}” is shown only now. Whoever has it is let in.", { name })),
      secret, element("div", { class: "settings-actions" }, copy, done),
    );
    copy.focus();
  }

  /** @param {Token} token */
  #line(token) {
    const access = token.access === "read" ? say("May only read") : say("May read and change everything");
    const revoke = button({ label: say("Revoke"), text: true, class: "quiet danger-text" }, () => void this.#ask(token), this.#signal);
    revoke.setAttribute("aria-label", `${say("Revoke")}: ${token.name}`);
    return line({ title: token.name, note: `${access} · ${datesOf(token)}` }, revoke);
  }

  /** @param {Token} token */
  async #ask(token) {
    const isMeant = await askToConfirm({
      title: say("Revoke the token of “{name}”?", { name: token.name }), action: say("Revoke"),
      text: say("Programs that use it are refused from now on. It cannot be brought back; another one can be made."),
    });
    if (isMeant) await this.#revoke(token);
  }

  /** @param {Token} token */
  async #revoke({ id, name }) {
    try {
      await this.#accounts.revokeToken(id);
      this.#notices.show({ text: say("The token of “{name}” opens nothing any more", { name }) });
    } catch (error) {
      this.#notices.failed(error, `${say("The token was not revoked.")} ${whyNot(error)}`);
    }
    await this.#list.load();
  }
}
