#include "ccertificate.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/// Facts on their way to the caller.
struct facts {
  ccertificate_fact tell;
  void *context;
};

static void tell(const struct facts *facts, const char *name, const char *value) {
  if (value && *value) facts->tell(facts->context, name, value);
}

/// Tells what was written to `text`, and frees it.
static void tell_written(const struct facts *facts, const char *name, BIO *text) {
  BUF_MEM *memory = NULL;
  if (text && BIO_write(text, "", 1) == 1 && BIO_get_mem_ptr(text, &memory) > 0) tell(facts, name, memory->data);
  BIO_free(text);
}

static void tell_name(const struct facts *facts, const char *name, const X509_NAME *subject) {
  // As RFC 2253 has it, but with spaces between its parts and letters as they are.
  unsigned long form = (XN_FLAG_RFC2253 & ~(XN_FLAG_SEP_MASK | ASN1_STRFLGS_ESC_MSB)) | XN_FLAG_SEP_CPLUS_SPC;
  BIO *text = BIO_new(BIO_s_mem());
  if (text) X509_NAME_print_ex(text, subject, 0, form);
  tell_written(facts, name, text);
}

/// Tells a moment as RFC 3339 has it.
static void tell_time(const struct facts *facts, const char *name, const ASN1_TIME *moment) {
  struct tm parts;
  char text[32];
  if (!ASN1_TIME_to_tm(moment, &parts)) return;
  if (strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)) tell(facts, name, text);
}

static void tell_key(const struct facts *facts, const EVP_PKEY *key) {
  if (!key) return;
  char group[64] = "", text[128];
  size_t length = 0;
  const char *type = EVP_PKEY_get0_type_name(key);
  if (EVP_PKEY_get_group_name(key, group, sizeof group, &length)) {
    snprintf(text, sizeof text, "%s, %s", type ? type : "unknown", group);
  } else {
    snprintf(text, sizeof text, "%s, %d bits", type ? type : "unknown", EVP_PKEY_get_bits(key));
  }
  tell(facts, "key", text);
}

static void tell_alternatives(const struct facts *facts, const X509 *certificate) {
  GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  BIO *text = BIO_new(BIO_s_mem());
  for (int index = 0; text && index < sk_GENERAL_NAME_num(names) && index < 100; index += 1) {
    GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    if (name->type != GEN_DNS && name->type != GEN_EMAIL && name->type != GEN_IPADD) continue;
    BIO *one = BIO_new(BIO_s_mem());
    BUF_MEM *memory = NULL;
    // "DNS:name", of which the name is of interest.
    if (one && GENERAL_NAME_print(one, name) && BIO_get_mem_ptr(one, &memory) > 0) {
      const char *colon = memchr(memory->data, ':', memory->length);
      size_t start = colon ? (size_t)(colon - memory->data) + 1 : 0;
      if (BIO_pending(text)) BIO_write(text, ", ", 2);
      BIO_write(text, memory->data + start, (int)(memory->length - start));
    }
    BIO_free(one);
  }
  tell_written(facts, "names", text);
  GENERAL_NAMES_free(names);
}

static void tell_digest(const struct facts *facts, const X509 *certificate) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  char text[3 * EVP_MAX_MD_SIZE + 1] = "";
  if (!X509_digest(certificate, EVP_sha256(), digest, &length)) return;
  for (unsigned int index = 0; index < length; index += 1) {
    snprintf(text + 3 * index, 4, index + 1 < length ? "%02X:" : "%02X", digest[index]);
  }
  tell(facts, "fingerprint", text);
}

static void tell_certificate(const struct facts *facts, X509 *certificate) {
  tell_name(facts, "subject", X509_get_subject_name(certificate));
  tell_name(facts, "issuer", X509_get_issuer_name(certificate));
  tell_time(facts, "validFrom", X509_get0_notBefore(certificate));
  tell_time(facts, "validUntil", X509_get0_notAfter(certificate));
  tell_alternatives(facts, certificate);
  tell_key(facts, X509_get0_pubkey(certificate));
  tell(facts, "signature", OBJ_nid2ln(X509_get_signature_nid(certificate)));
  BIGNUM *number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate), NULL);
  char *serial = number ? BN_bn2hex(number) : NULL;
  tell(facts, "serial", serial);
  OPENSSL_free(serial);
  BN_free(number);
  tell_digest(facts, certificate);
}

/// Tells the facts of the content of a block of PEM, or of DER where `label` is NULL; false for other bytes.
static int tell_block(const struct facts *facts, const char *label, const unsigned char *bytes, long count) {
  const unsigned char *place = bytes;
  X509 *certificate = !label || strstr(label, "CERTIFICATE") ? d2i_X509(NULL, &place, count) : NULL;
  if (certificate) {
    tell(facts, "format", "Certificate");
    tell_certificate(facts, certificate);
    X509_free(certificate);
    return 1;
  }
  place = bytes;
  X509_REQ *request = !label || strstr(label, "REQUEST") ? d2i_X509_REQ(NULL, &place, count) : NULL;
  if (request) {
    tell(facts, "format", "Request for a certificate");
    tell_name(facts, "subject", X509_REQ_get_subject_name(request));
    tell_key(facts, X509_REQ_get0_pubkey(request));
    X509_REQ_free(request);
    return 1;
  }
  place = bytes;
  EVP_PKEY *key = !label || strstr(label, "PUBLIC KEY") ? d2i_PUBKEY(NULL, &place, count) : NULL;
  const char *format = "Public key";
  if (!key && (!label || strstr(label, "PRIVATE KEY"))) {
    place = bytes;
    format = "Private key";
    key = d2i_AutoPrivateKey(NULL, &place, count);
  }
  if (key) {
    tell(facts, "format", format);
    tell_key(facts, key);
    EVP_PKEY_free(key);
    return 1;
  }
  place = bytes;
  PKCS12 *store = label ? NULL : d2i_PKCS12(NULL, &place, count);
  if (store) tell(facts, "format", "Store of certificates and keys (PKCS #12), locked by a password");
  PKCS12_free(store);
  return store != NULL;
}

void ccertificate_read(const void *bytes, long count, ccertificate_fact fact, void *context) {
  const struct facts facts = {fact, context};
  // Nothing of the machine's configuration is read.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  BIO *text = BIO_new_mem_buf(bytes, (int)count);
  char *label = NULL, *header = NULL;
  unsigned char *content = NULL;
  long length = 0;
  int blocks = 0;
  while (text && blocks < 1000 && PEM_read_bio(text, &label, &header, &content, &length)) {
    int is_locked = strstr(label, "ENCRYPTED") || strstr(header, "ENCRYPTED");
    if (blocks == 0 && is_locked) tell(&facts, "format", "Private key, locked by a password");
    else if (blocks == 0 && !tell_block(&facts, label, content, length)) tell(&facts, "format", label);
    blocks += 1;
    OPENSSL_free(label);
    OPENSSL_free(header);
    OPENSSL_free(content);
  }
  BIO_free(text);
  char number[32];
  snprintf(number, sizeof number, "%d", blocks);
  if (blocks > 1) tell(&facts, "entries", number);
  if (blocks == 0) tell_block(&facts, NULL, bytes, count);
  ERR_clear_error();
}
