/** Another device: a phone or tablet that signs in by a code, and opens what is open here. */

import { element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { AccountApi } from "../../api/account-api.js";
import { DeviceCodeView } from "../devices/device-code-view.js";
import { group } from "../setting-groups.js";

/** @type {import("../section-list.js").MakeSection} */
export function devicesSection({ api, notices, place }, signal) {
  const code = new DeviceCodeView(new AccountApi(api), place, (problem) => notices.refused(problem), signal);
  const note = say("Signed-in devices are listed under Access, where each of them can be signed out.");
  return element("div", {}, group({ title: say("Sign in with a phone or tablet"), note }, code.element));
}
