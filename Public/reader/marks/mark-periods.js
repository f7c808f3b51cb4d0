/** The times by which marks are listed: those of today, of a week, of a month. Pure. */

import { text } from "../../shell/texts.js";

/** @typedef {import("./annotation.js").Annotation} Annotation */

/** @type {readonly {name: string, days: number}[]} */
const PERIODS = Object.freeze([{ name: text("Today"), days: 1 }, { name: text("Last 7 days"), days: 7 }, { name: text("Last 30 days"), days: 30 }]);

/**
 * The periods that part the marks: each has some that the shorter one has not, and none has all.
 * @param {readonly Pick<Annotation, "modified">[]} marks
 * @param {Date} now by the clock of the person
 * @returns {{name: string, has: (mark: Pick<Annotation, "modified">) => boolean}[]}
 */
export function periodsOf(marks, now) {
  let before = 0;
  return PERIODS.flatMap(({ name, days }) => {
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).getTime();
    const has = (/** @type {Pick<Annotation, "modified">} */ { modified }) => Date.parse(modified) >= start;
    const count = marks.filter(has).length;
    if (count === before || count === marks.length) return [];
    before = count;
    return [{ name, has }];
  });
}
