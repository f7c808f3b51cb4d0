/** Quick look, sound, film, archives and ink in German. */

/** @type {import("../../texts.js").Texts} */
export const VIEWERS = Object.freeze({
  // Quick look.
  "Next document": "Nächstes Dokument",
  "Previous page": "Vorige Seite",
  "Next page": "Nächste Seite",
  "Page {page} of {count}": "Seite {page} von {count}",
  "Opens with {names}.": "Öffnet mit {names}.",
  "Nothing on this server opens it.": "Nichts auf diesem Server öffnet es.",
  "Page {page} of {name}": "Seite {page} von {name}",
  "{name} could not be read.": "{name} konnte nicht gelesen werden.",
  "There are no documents in {name}": "In {name} sind keine Dokumente",
  "Share": "Teilen",
  "Link copied": "Link kopiert",
  "The browser refused to copy.": "Der Browser hat das Kopieren abgelehnt.",
});
