#pragma once
// ICU's guess of a text's encoding, and its converters. ICU renames its functions for each release by macros, which Swift
// does not see.

/// How sure ICU is of its best guess of what encodes `bytes`, 0 to 100; 0 when it has none.
///
/// `name` gets the guess, cut at `room` bytes with the zero at its end.
int ccharset_detect(const char *bytes, int count, char *name, int room);

/// Writes `bytes` in `encoding` as UTF-8 to `text`, with a replacement for what is invalid.
///
/// The number of bytes written; -1 for an unknown encoding and for a text that needs more than `room` bytes.
long ccharset_to_utf8(const char *encoding, const void *bytes, long count, void *text, long room);
