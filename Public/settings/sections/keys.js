/** All keys: those of one letter or sign can be turned off together, and moved one by one. */

import { element } from "../../shell/element.js";
import { KEY_SECTIONS } from "../../shell/keys-help.js";
import { say } from "../../shell/texts.js";
import { group } from "../setting-groups.js";
import { SettingList } from "../setting-list.js";
import { KeyList } from "./key-list.js";

/** @type {import("../section-list.js").MakeSection} */
export function keysSection(parts, signal) {
  const { choices, notices } = parts;
  const switches = new SettingList(choices, {
    refused: (problem) => notices.refused(problem), signedOut: (problem) => notices.refused(problem),
  }, signal, (key) => key.startsWith("keys.") && key !== "keys.moved");
  void switches.read();
  const lists = KEY_SECTIONS.map((section) => group({ title: say(section.name) }, new KeyList(section, parts, signal).element));
  return element("div", {}, group({ title: say("Single keys") }, switches.element), ...lists);
}
