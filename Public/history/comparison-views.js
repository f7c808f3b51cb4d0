/** The ways to show two versions side by side: they come with the first comparison, not with every document. */

export { BoardComparison } from "./board-comparison.js";
export { PageComparison } from "./page-comparison.js";
export { TextComparison } from "./text-comparison.js";
