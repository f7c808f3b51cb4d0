#pragma once
// ICU's guess of a text's encoding. ICU renames its functions for each release by macros, which Swift does not see.

/// How sure ICU is of its best guess of what encodes `bytes`, 0 to 100; 0 when it has none.
///
/// `name` gets the guess, cut at `room` bytes with the zero at its end.
int ccharset_detect(const char *bytes, int count, char *name, int room);
