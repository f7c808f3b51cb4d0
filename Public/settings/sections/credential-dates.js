import { say } from "../../shell/texts.js";
import { dateInWords } from "../../api/words.js";

/**
 * Since when something opens the workspace, and when it did last.
 * @param {{created: string, seen: string | null}} credential
 */
export function datesOf({ created, seen }) {
  const when = (/** @type {string} */ moment) => dateInWords(moment, new Date());
  const since = say("since {date}", { date: when(created) });
  return `${since} · ${seen ? say("last used {date}", { date: when(seen) }) : say("never used")}`;
}
