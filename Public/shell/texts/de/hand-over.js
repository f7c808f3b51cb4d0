/** Documents that other programs hand over, and copies that are handed to them, in German. */

/** @type {import("../../texts.js").Texts} */
export const HAND_OVER = Object.freeze({
  "Address, with {id} for the document's id, or {content} or {contents} for copies":
    "Adresse, mit {id} für die Kennung des Dokuments, oder {content} oder {contents} für Kopien",
  "The address must contain {id} or {content}: there the document's id is put, or the address of a copy.":
    "In der Adresse muss {id} oder {content} stehen: Dort steht später die Kennung des Dokuments oder die Adresse einer Kopie.",
  "The address must contain {contents}: there the addresses of the copies are put.":
    "In der Adresse muss {contents} stehen: Dort stehen später die Adressen der Kopien.",
  "The sign has one or two characters.": "Das Zeichen hat ein oder zwei Buchstaben.",
  "Its sign in menus, one or two characters": "Sein Zeichen in Menüs, ein oder zwei Buchstaben",
  "Does something with copies": "Tut etwas mit Kopien",
  "Does something with: {kinds}": "Tut etwas mit: {kinds}",
  "“{name}” is in the menus from now on": "„{name}“ steht von jetzt an in den Menüs",
  "Mail a link": "Link mailen",
  "Mail links": "Links mailen",
  "Print…": "Drucken …",
  "{name} has no pages to print.": "{name} hat keine Seiten zum Drucken.",
  "Show the tab again": "Tab noch einmal zeigen",
  "{app} takes at most {number} documents at a time. Select fewer.":
    "{app} nimmt höchstens {number} Dokumente auf einmal. Wählen Sie weniger aus.",
  "{app} has got copies: {what}": "{app} hat Kopien bekommen: {what}",
  "{app} is known here no more.": "{app} ist hier nicht mehr bekannt.",
  "{app} could not be given copies. Try again in a moment.":
    "{app} konnte keine Kopien bekommen. Versuchen Sie es gleich noch einmal.",
  "{app} did not say how it ended.": "{app} hat nicht gesagt, wie es ausging.",
  "{name} opens with {app}, in a new tab, as a copy": "{name} öffnet sich als Kopie in {app}, in einem neuen Tab",
  "Handed over": "Übergeben",
  "Handed over by": "Übergeben von",
  "Handed over by {source}": "Übergeben von {source}",
  "Handed over by another program": "Von einem anderen Programm übergeben",
  "Sender’s remark": "Bemerkung des Absenders",
  "Fetched from": "Geholt von",
  "Keep": "Behalten",
  "Send to a phone…": "An ein Telefon senden …",
  "Next": "Nächstes",
  "Takes it out of the Inbox": "Nimmt es aus dem Eingang",
  "{n} more wait": { one: "{n} weiteres wartet", other: "{n} weitere warten" },
  "{n} more documents were handed over":
    { one: "{n} weiteres Dokument wurde übergeben", other: "{n} weitere Dokumente wurden übergeben" },
  "{name} was handed over, and could not be opened": "{name} wurde übergeben und ließ sich nicht öffnen",
  "{name} was handed over. It waits, because what is open here could not be saved.":
    "{name} wurde übergeben. Es wartet, weil sich nicht speichern ließ, was hier offen ist.",
});
