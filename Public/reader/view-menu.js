/** The menu that arranges and turns the pages. */

import { openMenu } from "../shell/menu.js";
import { say, text } from "../shell/texts.js";

/** @typedef {import("./page-layout.js").Arrangement} Arrangement */
/** @typedef {import("../shell/menu.js").MenuItem} MenuItem */

/** @type {readonly {flow: Arrangement["flow"], label: string, icon: string}[]} */
const FLOWS = Object.freeze([
  { flow: "down", label: text("Continuous"), icon: "pages-down" },
  { flow: "paged", label: text("Page by page"), icon: "pages-one" },
  { flow: "paged-down", label: text("Page by page, downwards"), icon: "pages-stack" },
  { flow: "across", label: text("In a row"), icon: "pages-across" },
]);

/** @type {readonly {spread: Arrangement["spread"], label: string, icon: string}[]} */
const SPREADS = Object.freeze([
  { spread: "single", label: text("One page"), icon: "pages-one" },
  { spread: "double", label: text("Two pages"), icon: "pages-two" },
  { spread: "cover", label: text("Two pages, with a cover"), icon: "pages-cover" },
  { spread: "auto", label: text("Two pages where they fit"), icon: "pages-auto" },
]);

/**
 * @param {Pick<import("./reader.js").Reader, "arrangement" | "pageCount" | "arrange" | "rotate">} reader
 * @param {HTMLElement} anchor
 * @param {import("./reader-bars.js").ReaderBars} bars
 */
export function openViewMenu(reader, anchor, bars) {
  const { flow: shown, spread: wide, isSeamless = false } = reader.arrangement;
  /** @type {MenuItem[]} */
  const flows = FLOWS.map(({ flow, label, ...words }) => ({ ...words, label: say(label), checked: flow === shown, act: () => reader.arrange({ flow }) }));
  /** @type {MenuItem[]} */
  const spreads = SPREADS.map(({ spread, label, ...words }, index) => (
    { ...words, label: say(label), checked: spread === wide, apart: index === 0, act: () => reader.arrange({ spread }) }
  ));
  /** @type {MenuItem} */
  const gaps = {
    label: say("Gaps between pages"), icon: "pages-down", apart: true, several: true, checked: !isSeamless, act: () => reader.arrange({ isSeamless: !isSeamless }),
  };
  const isLong = reader.pageCount > 1;
  const fullScreen = {
    label: bars.fillsScreen ? say("Leave full screen") : say("Full screen"), icon: "full-screen", act: () => void bars.toggleFullScreen(),
  };
  openMenu(anchor, say("Page view"), [
    ...(isLong ? [...flows, ...spreads, gaps] : []),
    { label: say("Turn right"), icon: "turn-right", apart: isLong, act: () => reader.rotate(1) },
    { label: say("Turn left"), icon: "turn-left", act: () => reader.rotate(-1) },
    { label: say("Hide the bars"), icon: "pages-one", apart: true, act: () => bars.toggle() },
    ...(bars.canFillScreen ? [fullScreen] : []),
  ]);
}
