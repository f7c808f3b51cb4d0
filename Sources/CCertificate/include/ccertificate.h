#pragma once
// The parts of OpenSSL that Sheaf uses: the facts of certificates and keys. Its types are macros, which Swift does not see.

/// Called with each fact: its name, and its value in UTF-8.
typedef void (*ccertificate_fact)(void *context, const char *name, const char *value);

/// Tells the facts of certificates and keys, in PEM or DER; of several certificates those of the first.
///
/// Nothing is unlocked: of a locked key or store it tells that alone. No fact is told of other bytes.
void ccertificate_read(const void *bytes, long count, ccertificate_fact fact, void *context);
