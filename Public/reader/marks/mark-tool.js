/** The tool in the hand: what it draws, in which colour, and how wide. Pure but for what it keeps. */

import { INKS } from "../../ink/ink-colors.js";

/** @typedef {import("./annotation.js").MarkKind} MarkKind */
/** @typedef {MarkKind | "eraser"} ToolName */

/** @type {readonly {tool: ToolName, label: string, icon: string, key: string}[]} */
export const TOOLS = Object.freeze([
  { tool: "highlight", label: "Highlighter", icon: "highlighter", key: "1" },
  { tool: "underline", label: "Underline", icon: "underline", key: "2" },
  { tool: "strikeout", label: "Strike out", icon: "strikeout", key: "3" },
  { tool: "ink", label: "Pen", icon: "pen", key: "4" },
  { tool: "note", label: "Note", icon: "note", key: "5" },
  { tool: "rectangle", label: "Rectangle", icon: "rectangle", key: "6" },
  { tool: "ellipse", label: "Ellipse", icon: "ellipse", key: "7" },
  { tool: "arrow", label: "Arrow", icon: "arrow", key: "8" },
  { tool: "line", label: "Line", icon: "line", key: "9" },
  { tool: "eraser", label: "Eraser", icon: "eraser", key: "0" },
]);

export const HIGHLIGHTS = Object.freeze([
  { name: "Yellow", color: "#ffd64f" }, { name: "Green", color: "#8ee08a" }, { name: "Blue", color: "#8ecdf7" },
  { name: "Pink", color: "#f9a8cf" }, { name: "Orange", color: "#ffb45c" }, { name: "Purple", color: "#cdb4f6" },
]);

/** In page units. */
export const WIDTHS = Object.freeze([{ name: "Fine", width: 1 }, { name: "Medium", width: 2 }, { name: "Broad", width: 4 }]);

/** @param {ToolName} tool */
export function colorsOf(tool) {
  return tool === "highlight" || tool === "note" ? HIGHLIGHTS : INKS;
}

/** @param {ToolName} tool */
export function hasWidth(tool) {
  return ["ink", "rectangle", "ellipse", "arrow", "line"].includes(tool);
}

export class MarkTool {
  #kept;
  /** @type {{colors: Partial<Record<ToolName, string>>, width: number}} */
  #chosen;
  /**
   * Null while a hand only reads.
   * @type {ToolName | null}
   */
  name = null;

  /** @param {import("./document-marks.js").Kept} kept colours and width that were chosen last */
  constructor(kept) {
    this.#kept = kept;
    this.#chosen = readChoice(kept.get());
  }

  /** @param {ToolName} tool */
  colorOf(tool) {
    const known = colorsOf(tool).some(({ color }) => color === this.#chosen.colors[tool]);
    const usual = tool === "underline" || tool === "strikeout" ? INKS[2] : colorsOf(tool)[0];
    return (known && this.#chosen.colors[tool]) || (usual?.color ?? "#1c1a18");
  }

  /** The width of its lines, in page units. */
  get width() {
    return this.#chosen.width;
  }

  /** @param {{color?: string, width?: number}} choice */
  choose({ color, width }) {
    if (color && this.name) this.#chosen.colors[this.name] = color;
    if (width) this.#chosen.width = width;
    this.#kept.set(JSON.stringify(this.#chosen));
  }
}

/**
 * @param {string | null} text
 * @returns {{colors: Partial<Record<ToolName, string>>, width: number}}
 */
function readChoice(text) {
  try {
    const { colors = {}, width } = JSON.parse(text ?? "{}");
    return { colors, width: WIDTHS.some((one) => one.width === width) ? width : 2 };
  } catch {
    return { colors: {}, width: 2 };
  }
}
