#!/usr/bin/env node
/**
 * Prints the size of the gesture system: `node Tests/Performance/gestures-size.js [--write]`.
 *
 * Rows are the whole system, and each entry with all its imports. Columns are files, bytes, bytes without comments (as
 * `tsc --removeComments` leaves them), and these compressed as one. The last line is JSON. `--write` updates the table in
 * the module's README; a test checks that the table is nearly right.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const GESTURES = fileURLToPath(new URL("../../Public/gestures/", import.meta.url));
const IMPORT = /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*["']([^"']+)["']/gm;
const ENTRIES = {
  "everything in `index.js`": ["index.js"],
  "surface, tap, pan and pinch": ["dom/gesture-surface.js", "attachments.js", "recognizers/tap.js", "recognizers/pan.js", "recognizers/pinch.js"],
  "arbiter alone": ["arbiter.js", "attachments.js", "recognizer.js"],
  "hit-testing": ["hit-testing/scene-node.js"],
  "strokes, with templates": ["strokes/unistroke-recognizer.js", "strokes/templates.js", "strokes/circle.js", "strokes/scratch-out.js", "strokes/glyph-pattern.js"],
  "feedback and recording": ["feedback/touch-overlay.js", "recording/player.js", "recording/recorder.js", "recording/view-names.js"],
};

/** The files that some files import, themselves included, as paths within the folder. */
function closure(entries) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, target] of readFileSync(join(GESTURES, path), "utf8").matchAll(IMPORT)) {
      visit(relative(GESTURES, resolve(GESTURES, path, "..", target)));
    }
  };
  entries.forEach(visit);
  return [...found].sort();
}

function strip(folder) {
  const files = closure(Object.values(ENTRIES).flat()).map((path) => join(GESTURES, path));
  const options = ["--allowJs", "--removeComments", "--target", "ES2022", "--module", "ES2022", "--rootDir", GESTURES, "--outDir", folder];
  execFileSync("tsc", [...options, ...files], { stdio: "inherit" });
}

function measure(entries, stripped) {
  const paths = closure(entries);
  const bytes = paths.reduce((sum, path) => sum + readFileSync(join(GESTURES, path)).length, 0);
  const code = Buffer.concat(paths.map((path) => readFileSync(join(stripped, path))));
  return { files: paths.length, bytes, code: code.length, gzip: gzipSync(code, { level: 9 }).length };
}

export function measureAll() {
  const stripped = mkdtempSync(join(tmpdir(), "gestures-size-"));
  try {
    strip(stripped);
    return Object.entries(ENTRIES).map(([name, entries]) => ({ name, ...measure(entries, stripped) }));
  } finally {
    rmSync(stripped, { recursive: true });
  }
}

const ROW = /^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$/gm;

/** The sizes in a text, by their names. */
export function sizesIn(text) {
  const numbers = (row) => row.slice(2).map((figure) => Number(figure.replaceAll(",", "")));
  return [...text.matchAll(ROW)].map((row) => {
    const [files, bytes, code, gzip] = numbers(row);
    return { name: row[1], files, bytes, code, gzip };
  });
}

/** A text with these sizes in its table. */
export function withSizes(text, results) {
  return text.replace(ROW, (row, name) => {
    const found = results.find((result) => result.name === name);
    return found ? `| ${[name, ...Object.values(found).slice(1).map((figure) => figure.toLocaleString("en"))].join(" | ")} |` : row;
  });
}

export const README = join(GESTURES, "README.md");

function main() {
  const results = measureAll();
  console.log("                              files    bytes   no comments     gzip");
  for (const { name, files, bytes, code, gzip } of results) {
    console.log(`${name.padEnd(29)} ${String(files).padStart(5)} ${String(bytes).padStart(8)} ${String(code).padStart(13)} ${String(gzip).padStart(8)}`);
  }
  console.log(JSON.stringify({ size: results }));
  if (process.argv.includes("--write")) writeFileSync(README, withSizes(readFileSync(README, "utf8"), results));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
