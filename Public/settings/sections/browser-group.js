/** The browsers that are signed in: this one is marked, each other one can be signed out, and all of them at once. */

import { button, element } from "../../shell/element.js";
import { browserInWords } from "../../shell/restoration/device-name.js";
import { say, sayCount } from "../../shell/texts.js";
import { group, line, linesOr, ReadPart, whyNot } from "../setting-groups.js";
import { datesOf } from "./credential-dates.js";

/** @typedef {import("../../api/account-api.js").AccountApi} AccountApi */
/** @typedef {import("../../api/account-api.js").Browser} Browser */
/** @typedef {import("../section-list.js").SectionParts} SectionParts */

export class BrowserGroup {
  #accounts;
  #notices;
  #signal;
  #list;

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
      (reading) => accounts.browsers(reading), ({ browsers }) => this.#draw(browsers), (problem) => notices.refused(problem), signal,
    );
    void this.#list.load();
  }

  /** @returns {HTMLElement} */
  get element() {
    const note = say("A browser stays signed in for 30 days, or until it is signed out.");
    return group({ title: say("Signed-in browsers"), note }, this.#list.element);
  }

  /** @param {readonly Browser[]} browsers */
  #draw(browsers) {
    const others = browsers.filter(({ current }) => !current);
    const ordered = [...browsers.filter(({ current }) => current), ...others.reverse()];
    const all = button({ label: say("Sign out all others"), text: true, class: "outlined" }, () => void this.#signOutOthers(), this.#signal);
    const foot = element("div", { class: "settings-foot" }, ...(others.length > 0 ? [all] : []));
    return [linesOr(ordered.map((browser) => this.#line(browser)), say("No browser is signed in.")), foot];
  }

  /** @param {Browser} browser */
  #line(browser) {
    const { name, current } = browser;
    const title = element("span", {}, browserInWords(name));
    if (current) title.append(" ", element("span", { class: "settings-mark" }, say("This browser")));
    const out = current ? this.#leaving() : button(
      { label: say("Sign out"), text: true, class: "quiet" }, () => void this.#signOut(browser), this.#signal,
    );
    return line({ title, note: datesOf(browser) }, out);
  }

  /** This browser is signed out by the page that signs in again. */
  #leaving() {
    return element("form", { method: "post", action: "/sign-out" }, element("button", { type: "submit", class: "button quiet" }, say("Sign out")));
  }

  /** @param {Browser} browser */
  async #signOut({ id, name }) {
    try {
      await this.#accounts.signOut(id);
      this.#notices.show({ text: say("{name} is signed out", { name: browserInWords(name) }) });
    } catch (error) {
      this.#notices.failed(error, `${say("The browser was not signed out.")} ${whyNot(error)}`);
    }
    await this.#list.load();
  }

  async #signOutOthers() {
    try {
      const { signedOut } = await this.#accounts.signOutOthers();
      this.#notices.show({ text: sayCount(signedOut, "{n} browser is signed out", "{n} browsers are signed out") });
    } catch (error) {
      this.#notices.failed(error, `${say("The browsers were not signed out.")} ${whyNot(error)}`);
    }
    await this.#list.load();
  }
}
