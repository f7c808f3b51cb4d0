import { answerLateSheets } from "./theme.js";

/** @type {Promise<void> | null} */
let coming = null;

/**
 * Fetches the style sheets that the page names in its template `late-sheets`: those of screens that come later.
 *
 * They stay in the page. Where one fails, the next call asks for it again.
 * @returns {Promise<void>} refused as a failed fetch is
 */
export function fetchLateSheets() {
  coming ??= fetchThem().catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}

async function fetchThem() {
  const template = document.querySelector("template#late-sheets");
  if (!(template instanceof HTMLTemplateElement)) return;
  const links = [...template.content.querySelectorAll("link")].filter(({ rel }) => rel === "stylesheet");
  await Promise.all(links.map((link) => new Promise((resolve, reject) => {
    const sheet = document.importNode(link);
    sheet.addEventListener("load", () => {
      link.remove();
      answerLateSheets();
      resolve(undefined);
    });
    sheet.addEventListener("error", () => {
      sheet.remove();
      reject(new TypeError(`${link.href} cannot be fetched`));
    });
    document.head.append(sheet);
  })));
}
