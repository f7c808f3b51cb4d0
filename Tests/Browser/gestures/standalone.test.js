/**
 * The module as another project would take it: the folder alone, in a place where nothing else of Sheaf is. Its types
 * are checked, the examples of its README are checked and run, and so is a project that has it as a package.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FakeElement, pointer } from "./fake-dom.js";

const FOLDER = fileURLToPath(new URL("../../../Public/gestures/", import.meta.url));
const EXAMPLE = /```js\n(.*?)```/gs;

/** The globals that the examples take from their page. */
const GLOBALS = `
declare const element: HTMLElement;
declare const canvas: HTMLCanvasElement;
declare const signal: AbortSignal;
declare function zoomBy(scale: number, at: { x: number, y: number }): void;
declare function zoomIn(at: { x: number, y: number }): void;
declare function select(circle: import("./gestures/strokes/index.js").Circle | null): void;
`;

const PROJECT = {
  compilerOptions: {
    allowJs: true, checkJs: true, strict: true, noEmit: true, target: "ES2022", module: "node16", moduleResolution: "node16",
    lib: ["ES2022", "DOM", "DOM.Iterable"], types: [],
  },
  include: ["example-*.js", "adopter.ts", "globals.d.ts"],
};

/** A project in TypeScript that has the package; the errors that it expects fail the check when they do not come. */
const ADOPTER = `
import { Arbiter, ManualClock, PanGestureRecognizer, State, type Touch, type View } from "sheaf-gestures";
import { rotation, SceneNode } from "sheaf-gestures/hit-testing";
import { spring } from "sheaf-gestures/motion";
import { isCircle } from "sheaf-gestures/strokes";

const root: View = new SceneNode({ frame: { x: 0, y: 0, width: 10, height: 10 }, transform: rotation(1) });
const arbiter = new Arbiter({ hitTest: () => root, clock: new ManualClock() });
const pan = new PanGestureRecognizer({ slop: 2 });
const places = arbiter.touches.map((touch: Touch) => touch.location(root).x);
const isOver: boolean = pan.state === State.Ended;
// @ts-expect-error a state is read-only
pan.state = State.Ended;
// @ts-expect-error a pan has no taps
new PanGestureRecognizer({ taps: 2 });
export const all: unknown[] = [places, isOver, spring(0, 1).at(5).position, isCircle([])?.radius];
`;

/** The same imports as they are run. */
const RUNNING = `
import { Arbiter, ManualClock } from "sheaf-gestures";
import { SceneNode } from "sheaf-gestures/hit-testing";
import { spring } from "sheaf-gestures/motion";
import { isCircle } from "sheaf-gestures/strokes";
const arbiter = new Arbiter({ hitTest: () => new SceneNode(), clock: new ManualClock() });
console.log(JSON.stringify([arbiter.isIdle, spring(0, 1).destination, isCircle([])]));
`;

let place = "";

function tsc(project) {
  try {
    execFileSync("tsc", ["--project", project], { cwd: place, encoding: "utf8" });
  } catch (error) {
    assert.fail(`${error.message}\n${error.stdout ?? ""}`);
  }
}

/** Imports an example as it stands; what it declares and does not export is exported too. */
async function run(number, exported = "") {
  const path = join(place, `running-${number}.js`);
  writeFileSync(path, `${readFileSync(join(place, `example-${number}.js`), "utf8")}\nexport {${exported}};\n`);
  return import(pathToFileURL(path).href);
}

const taken = () => import(pathToFileURL(join(place, "gestures/index.js")).href);

describe("the folder of the gestures, taken alone", () => {
  before(() => {
    place = mkdtempSync(join(tmpdir(), "sheaf-standalone-"));
    cpSync(FOLDER, join(place, "gestures"), { recursive: true, filter: (path) => path !== join(FOLDER, "types") });
    writeFileSync(join(place, "package.json"), '{"type": "module"}');
    writeFileSync(join(place, "globals.d.ts"), GLOBALS);
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify(PROJECT));
    writeFileSync(join(place, "adopter.ts"), ADOPTER);
    writeFileSync(join(place, "running.js"), RUNNING);
    const readme = readFileSync(join(place, "gestures/README.md"), "utf8");
    [...readme.matchAll(EXAMPLE)].forEach(([, code], at) => writeFileSync(join(place, `example-${at + 1}.js`), code));
    mkdirSync(join(place, "node_modules"));
    symlinkSync("../gestures", join(place, "node_modules/sheaf-gestures"));
  });

  after(() => rmSync(place, { recursive: true, force: true }));

  // A quarter of a minute of a processor.
  const skip = process.env.SOAK ? false : "in make soak";
  test("its types are sound without the rest, its declarations are written, and projects that use them are checked", { skip }, () => {
    tsc("gestures/tsconfig.json");
    tsc("tsconfig.json");
    const [arbiterIsIdle, destination, circle] = JSON.parse(execFileSync("node", ["running.js"], { cwd: place, encoding: "utf8" }));
    assert.deepEqual([arbiterIsIdle, destination, circle], [true, 1, null]);
  });

  test("it says under which licence it is, and names only entries that are there", () => {
    const { license, exports } = JSON.parse(readFileSync(join(place, "gestures/package.json"), "utf8"));
    assert.equal(license, "Apache-2.0");
    assert.match(readFileSync(join(place, "gestures/LICENSE"), "utf8"), /Apache License\s+Version 2\.0/);
    for (const entry of Object.values(exports)) readFileSync(join(place, "gestures", entry.default ?? entry));
  });

  test("the first example pinches and zooms in by two taps", async () => {
    const said = [];
    const element = new FakeElement();
    const controller = new AbortController();
    Object.assign(globalThis, {
      element, signal: controller.signal, zoomBy: (scale) => said.push(`by ${scale}`), zoomIn: ({ x, y }) => said.push(`in ${x},${y}`),
    });
    await run(1);
    const start = performance.now() - 1500;
    const fire = (name, x, at, more) => element.fire(name, pointer(x, 100, start + at, more));
    fire("pointerdown", 100, 0);
    fire("pointerdown", 200, 5, { pointerId: 2 });
    fire("pointermove", 300, 30, { pointerId: 2 });
    fire("pointerup", 300, 60, { pointerId: 2 });
    fire("pointerup", 100, 70);
    for (const at of [500, 650]) {
      fire("pointerdown", 60, at);
      fire("pointerup", 60, at + 40);
    }
    assert.deepEqual(said, ["by 2", "by 2", "in 60,100"]);
    controller.abort();
  });

  test("the second example selects by a circle on a canvas", async () => {
    const said = [];
    const canvas = Object.assign(new FakeElement(), { clientWidth: 400 });
    const controller = new AbortController();
    Object.assign(globalThis, { canvas, signal: controller.signal, select: (circle) => said.push(circle) });
    await run(2);
    const start = performance.now() - 1500;
    for (let step = 0; step <= 40; step += 1) {
      const angle = (step * Math.PI) / 20;
      const name = step === 0 ? "pointerdown" : "pointermove";
      canvas.fire(name, pointer(200 + 80 * Math.cos(angle), 200 + 80 * Math.sin(angle), start + 16 * step));
    }
    canvas.fire("pointerup", pointer(280, 200, start + 700));
    assert.equal(said.length, 1);
    assert.ok(Math.abs(said[0].radius - 80) < 2);
    controller.abort();
  });

  test("the third example counts taps, and not those of a palm", async () => {
    const element = new FakeElement();
    const controller = new AbortController();
    Object.assign(globalThis, { element, signal: controller.signal });
    const example = await run(3, "taps");
    const start = performance.now();
    const fire = (name, at, more) => element.fire(name, pointer(100, 100, start + at, more));
    fire("pointerdown", 0);
    fire("pointerup", 40);
    assert.equal(example.taps, 1);
    fire("pointerdown", 150, { pointerId: 7, pointerType: "pen" });
    assert.equal(example.taps, 0);
    controller.abort();
  });

  test("the fourth example is a recognizer of its own", async () => {
    const { DoubleBack } = await run(4, "DoubleBack");
    const { addGestureRecognizer, Arbiter, ManualClock } = await taken();
    const clock = new ManualClock();
    const view = { superview: null };
    const arbiter = new Arbiter({ hitTest: () => view, clock });
    let times = 0;
    addGestureRecognizer(view, new DoubleBack().addTarget(() => (times += 1)));
    const draw = (...xs) => {
      xs.forEach((x, at) => arbiter.dispatch([{ phase: at ? "moved" : "began", id: 1, x, y: 50, time: at * 16 }]));
      arbiter.dispatch([{ phase: "ended", id: 1, time: 200 }]);
    };
    draw(100, 150, 105, 160);
    assert.equal(times, 1);
    draw(100, 150, 105, 120);
    assert.equal(times, 1);
    assert.equal(arbiter.isIdle, true);
  });
});
