/** How the app looks and speaks, and what the library and the reader begin with. */

import { element } from "../../shell/element.js";
import { say } from "../../shell/texts.js";
import { group } from "../setting-groups.js";
import { SettingList } from "../setting-list.js";

/** Prefixes of settings that have a group or a section of their own. */
const LOOK = "look.";
const LIBRARY = "library.";
const READER = "reader.";
const KEYS = "keys.";
const SCANS = "scans.";

/** @type {import("../section-list.js").MakeSection} */
export function appearanceSection({ choices, notices }, signal) {
  const list = (/** @type {(key: string) => boolean} */ holds) => {
    const made = new SettingList(choices, {
      refused: (problem) => notices.refused(problem), signedOut: (problem) => notices.refused(problem),
    }, signal, holds);
    void made.read();
    return made.element;
  };
  const others = list((key) => ![LOOK, LIBRARY, READER, KEYS, SCANS].some((prefix) => key.startsWith(prefix)));
  return element(
    "div", {},
    group(
      { title: say("Look"), note: say("The same in all your browsers.") },
      list((key) => key.startsWith(LOOK)),
    ),
    group({ title: say("Library and reader") }, list((key) => key.startsWith(LIBRARY) || key.startsWith(READER))),
    group({ title: say("Other settings") }, others),
  );
}
