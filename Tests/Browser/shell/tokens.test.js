import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

const css = readFileSync(new URL("../../../Public/styles/tokens.css", import.meta.url), "utf8");
const [lightCss, darkCss] = css.split("@media (prefers-color-scheme: dark)");

/** The opaque colours of a part of the style sheet, by name. */
function colors(part) {
  return new Map(
    [...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

const light = colors(lightCss);
const themes = { light, dark: new Map([...light, ...colors(darkCss.split("@media")[0])]) };

/** Relative luminance, WCAG 2.2. */
function luminance(hex) {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map(
    (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4),
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** Text on what it stands on: 4.5 to 1. */
const TEXT = [
  ...["desk", "panel", "paper"].flatMap(
    (surface) => ["ink", "ink-2", "accent", "danger"].map((color) => [color, surface]),
  ),
  ...["went", "went-word", "came", "came-word"].map((surface) => ["ink", surface]), ["ink-2", "went"], ["ink-2", "came"],
  ["ink", "accent-soft"],
  ["on-accent", "accent"], ["accent", "accent-soft"], ["on-toast", "toast"], ["toast-accent", "toast"],
];

/** Borders of fields, rings and icons against what is beside them: 3 to 1. */
const EDGES = [
  ["field-line", "paper"], ["field-line", "panel"], ["field-line", "desk"],
  ["accent", "desk"], ["accent", "panel"], ["accent", "paper"],
];

test("the formula gives what the standard gives", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.ok(Math.abs(contrast("#767676", "#ffffff") - 4.54) < 0.01);
});

for (const [theme, tokens] of Object.entries(themes)) {
  describe(`contrast in the ${theme} theme`, () => {
    for (const [pairs, least] of [[TEXT, 4.5], [EDGES, 3]]) {
      for (const [front, back] of pairs) {
        test(`${front} on ${back} reaches ${least} to 1`, () => {
          const ratio = contrast(tokens.get(front), tokens.get(back));
          assert.ok(ratio >= least, `${ratio.toFixed(2)} to 1`);
        });
      }
    }
  });
}
