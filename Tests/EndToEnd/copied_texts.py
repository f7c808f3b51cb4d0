"""Words that were copied, beside those that pdftotext takes out of the same PDF."""

import difflib
import re
import subprocess
import unicodedata

SECONDS = 20


def words_of(text):
    """Words as they are compared: ligatures and widths folded, soft hyphens and marks of direction left out."""
    plain = unicodedata.normalize('NFKC', text or '')
    return re.sub('[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]', '', plain).split()


def joined(words):
    """Words whose hyphen stood at the end of a line are one, as both readers and pdftotext may or may not have it."""
    return re.sub(r'(\w)[-\u2010] (?=\w)', r'\1', ' '.join(words)).split()


def likeness(found, wanted):
    if not wanted:
        return 1.0 if not found else 0.0
    return difflib.SequenceMatcher(None, joined(found), joined(wanted), autojunk=False).ratio()


def pdftotext(path, *options):
    found = subprocess.run(['pdftotext', *options, path, '-'], capture_output=True, timeout=SECONDS)
    return found.stdout.decode(errors='replace')
