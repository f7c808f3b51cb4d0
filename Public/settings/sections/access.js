/** Tokens of programs, and browsers that are signed in. */

import { element } from "../../shell/element.js";
import { AccountApi } from "../../api/account-api.js";
import { BrowserGroup } from "./browser-group.js";
import { TokenGroup } from "./token-group.js";

/** @type {import("../section-list.js").MakeSection} */
export function accessSection({ api, notices }, signal) {
  const accounts = new AccountApi(api);
  const groups = [new BrowserGroup(accounts, notices, signal), new TokenGroup(accounts, notices, signal)];
  return element("div", {}, ...groups.map((one) => one.element));
}
