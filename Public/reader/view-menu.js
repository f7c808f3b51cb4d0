/** The menu that arranges and turns the pages. */

import { openMenu } from "../shell/menu.js";

/** @typedef {import("./page-layout.js").Arrangement} Arrangement */
/** @typedef {import("../shell/menu.js").MenuItem} MenuItem */

/** @type {readonly {flow: Arrangement["flow"], label: string, icon: string}[]} */
const FLOWS = Object.freeze([
  { flow: "down", label: "Continuous", icon: "pages-down" },
  { flow: "paged", label: "Page by page", icon: "pages-one" },
  { flow: "across", label: "In a row", icon: "pages-across" },
]);

/** @type {readonly {spread: Arrangement["spread"], label: string, icon: string}[]} */
const SPREADS = Object.freeze([
  { spread: "single", label: "One page", icon: "pages-one" },
  { spread: "double", label: "Two pages", icon: "pages-two" },
  { spread: "cover", label: "Two pages, with a cover", icon: "pages-cover" },
]);

/**
 * @param {Pick<import("./reader.js").Reader, "arrangement" | "pageCount" | "arrange" | "rotate">} reader
 * @param {HTMLElement} anchor
 * @param {import("./reader-bars.js").ReaderBars} bars
 */
export function openViewMenu(reader, anchor, bars) {
  const { flow: shown, spread: wide } = reader.arrangement;
  /** @type {MenuItem[]} */
  const flows = FLOWS.map(({ flow, ...words }) => ({ ...words, checked: flow === shown, act: () => reader.arrange({ flow }) }));
  /** @type {MenuItem[]} */
  const spreads = SPREADS.map(({ spread, ...words }, index) => (
    { ...words, checked: spread === wide, apart: index === 0, act: () => reader.arrange({ spread }) }
  ));
  const isLong = reader.pageCount > 1;
  const fullScreen = {
    label: bars.fillsScreen ? "Leave full screen" : "Full screen", icon: "full-screen", act: () => void bars.toggleFullScreen(),
  };
  openMenu(anchor, "Page view", [
    ...(isLong ? [...flows, ...spreads] : []),
    { label: "Turn right", icon: "turn-right", apart: isLong, act: () => reader.rotate(1) },
    { label: "Turn left", icon: "turn-left", act: () => reader.rotate(-1) },
    { label: "Hide the bars", icon: "pages-one", apart: true, act: () => bars.toggle() },
    ...(bars.canFillScreen ? [fullScreen] : []),
  ]);
}
