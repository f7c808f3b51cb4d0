#!/usr/bin/env node
/**
 * How much a page loads of the gesture system: `node Tests/Performance/gestures-size.js`. For all of it, and for what an
 * entry alone brings with it: files, bytes as they lie there, without comments (as `tsc --removeComments` leaves them),
 * and the latter compressed as one. The last line is JSON.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const GESTURES = fileURLToPath(new URL("../../Public/gestures/", import.meta.url));
const IMPORT = /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*["']([^"']+)["']/gm;
const ENTRIES = {
  "everything in index.js": ["index.js"],
  "surface, tap, pan, pinch": ["dom/gesture-surface.js", "attachments.js", "recognizers/tap.js", "recognizers/pan.js", "recognizers/pinch.js"],
  "arbiter alone": ["arbiter.js", "attachments.js", "recognizer.js"],
  "hit-testing": ["hit-testing/scene-node.js"],
  "strokes, with templates": ["strokes/unistroke-recognizer.js", "strokes/templates.js", "strokes/circle.js", "strokes/scratch-out.js", "strokes/glyph-pattern.js"],
  "feedback and recording": ["feedback/touch-overlay.js", "recording/player.js", "recording/recorder.js", "recording/view-names.js"],
};

/** The files that some files bring with them, themselves among them, as paths within the folder. */
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

/** Writes all files without their comments into a folder. */
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

const stripped = mkdtempSync(join(tmpdir(), "gestures-size-"));
strip(stripped);
const results = Object.entries(ENTRIES).map(([name, entries]) => ({ name, ...measure(entries, stripped) }));
rmSync(stripped, { recursive: true });

console.log("                           files    bytes   no comments     gzip");
for (const { name, files, bytes, code, gzip } of results) {
  console.log(`${name.padEnd(26)} ${String(files).padStart(5)} ${String(bytes).padStart(8)} ${String(code).padStart(13)} ${String(gzip).padStart(8)}`);
}
console.log(JSON.stringify({ size: results }));
