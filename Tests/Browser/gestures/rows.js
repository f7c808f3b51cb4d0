/**
 * The rows of behaviour that must have a test, by the documents they come from. `gestures` is an inventory of the
 * touch cookbooks, `interaction` of a programming guide (of it the rows marked core). `field notes` is a list of
 * defects of other libraries. A test carries the row at the head of its name, and the set in its `describe`.
 */

/** Expands `A1-3 A7` to `A1 A2 A3 A7`; rows of other names are written out in a list. */
function rows(text) {
  return text.split(" ").flatMap((part) => {
    const [, letter, first, last = first] = /^([A-Z]?)(\d+)(?:-(\d+))?$/.exec(part);
    return Array.from({ length: last - first + 1 }, (_, index) => `${letter}${Number(first) + index}`);
  });
}

/** Sets whose rows must all be tested. */
export const REQUIRED = {
  "gestures A": rows("A1-17"),
  "gestures B": rows("B1-18"),
  "gestures C": rows("C1-6"),
  "gestures D": rows("D1-13"),
  "gestures E": rows("E1-4"),
  "gestures G": rows("G1-11"),
  "gestures H": rows("H1-5"),
  "gestures I": rows("I1-5"),
  "interaction A": rows("A1-13 A15-20 A22"),
  "interaction B": rows("B1-11 B13-15 B17-19 B21-30 B32-34"),
  "interaction C": rows("C1-7 C10-14"),
  "interaction D": rows("D14-27"),
  // E4, E6, E61 and E62 are no behaviour of a scroll view; E25-30 and E38-44 belong to the drawing of tiles.
  "interaction E": rows("E1-3 E5 E7-24 E31-37 E45-60"),
  "ipad 3": ["3.10", "3.11", "3.12", "3.13"],
  "field notes b": rows("1-12"),
};
