/** `make strokes` counts all strokes that can be judged, and says which cannot. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../../Performance/strokes.js", import.meta.url));

/** The output of the script for files with these contents. */
function judged(files) {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-strokes-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { status, stdout, stderr } = spawnSync("node", [SCRIPT, folder], { encoding: "utf8" });
    return { status, lines: stdout.split("\n"), errors: stderr.trim().split("\n").map((line) => line.replace(folder, "")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const circle = Array.from({ length: 41 }, (_, at) => [200 + 80 * Math.cos((at * Math.PI) / 20), 200 + 80 * Math.sin((at * Math.PI) / 20), at * 16]);

test("A stroke that is none leaves the others of its file in the totals, and is told of", () => {
  const odd = [null, 7, {}, { name: "circle" }, { name: "circle", points: [] }, { name: "circle", points: [[1, "x", 0]] }, { name: 3, points: circle }];
  const { status, lines, errors } = judged({ "a.json": JSON.stringify([{ name: "circle", points: circle }, ...odd]) });
  assert.equal(status, 1);
  assert.match(lines[1], /circles 1 of 1, 100.00 %/);
  assert.deepEqual(errors, odd.map((_, at) => `/a.json: stroke ${at + 2} has no name or no points`));
});

test("A file that is no list of strokes leaves the other files in the totals, and is told of", () => {
  const { status, lines, errors } = judged({ "a.json": JSON.stringify([{ name: "circle", points: circle }]), "b.json": "{}", "c.json": "[" });
  assert.deepEqual([status, errors.length, errors[0]], [1, 2, "/b.json: is no list"]);
  assert.match(lines[1], /circles 1 of 1/);
});
