#define _GNU_SOURCE
#include "office.h"
#include "whole.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The beginning of LibreOfficeKit.h, whose structures only ever grow. Compiling it in would make LibreOffice's
// development files a requirement of every build.
typedef struct office office;
typedef struct document document;
struct office_class {
  size_t size;
  void (*destroy)(office *);
  document *(*load)(office *, const char *url);
  char *(*error)(office *);
  document *(*load_with_options)(office *, const char *url, const char *options);
  void (*free_error)(char *);
  void (*register_callback)(office *, void (*)(int type, const char *payload, void *data), void *data);
  char *(*filter_types)(office *);
  void (*set_optional_features)(office *, unsigned long long features);
  void (*set_document_password)(office *, const char *url, const char *password);
};
struct office { const struct office_class *class; };
struct document_class {
  size_t size;
  void (*destroy)(document *);
  int (*save_as)(document *, const char *url, const char *format, const char *options);
  int (*type)(document *);
  int (*parts)(document *);
};
struct document { const struct document_class *class; };
typedef office *start_office(const char *folder, const char *profile);

// LibreOfficeKitEnums.h
enum { feature_password = 1 << 0, feature_password_to_modify = 1 << 1 };
enum { callback_password = 20, callback_password_to_modify = 21 };

enum { type_spreadsheet = 1 };

enum { exit_unavailable = 69 };
// The first character of an answer.
enum { ready = 'r', leading = 'e', done = '+', damaged = 'd', locked = 'p', large = 'l' };
static const char result[] = "/tmp/result.pdf", result_url[] = "file:///tmp/result.pdf";

static struct { office *office; bool asked; } state;

// NULL gives up a document that a password locks; without an answer LibreOffice would ask for ever.
static void answer(int type, const char *url, void *unused) {
  (void)unused;
  if (type != callback_password && type != callback_password_to_modify) return;
  state.asked = true;
  state.office->class->set_document_password(state.office, url, NULL);
}

// The document, loaded; NULL with LibreOffice's `words` otherwise.
static document *load(const char *url, char *words, size_t size) {
  state.asked = false;
  document *loaded = state.office->class->load_with_options(state.office, url, "Batch=true");
  char *said = loaded ? NULL : state.office->class->error(state.office);
  if (said) snprintf(words, size, "%s", said), state.office->class->free_error(said);
  return loaded;
}

// Saving the leading pages first takes a part of a second, and a spreadsheet may take a minute.
static const char leading_pages[] = "{\"PageRange\":{\"type\":\"string\",\"value\":\"1-20\"}}";
enum { most_quick_parts = 80, most_quick_bytes = 200 << 10 };

// The pages of a spreadsheet are not known before they are saved; parts of a text are its pages.
static bool is_long(document *loaded, int input) {
  if (loaded->class->type(loaded) == type_spreadsheet) return lseek(input, 0, SEEK_END) > most_quick_bytes;
  return loaded->class->parts(loaded) > most_quick_parts;
}

static bool save(document *loaded, const char *options) {
  return loaded->class->save_as(loaded, result_url, "pdf", options);
}

static void send_leading_pages(document *loaded, int socket, int output) {
  if (save(loaded, leading_pages) && copy_from(result, output)) send(socket, (char[]){leading}, 1, MSG_NOSIGNAL);
  unlink(result);
}

// The descriptors of a packet: the document, and files for its PDF and for that of its leading pages.
enum { input, whole_output, leading_output, descriptor_count };

// LibreOffice chooses among similar formats by the file's extension.
static char convert(const char *extension, int socket, const int files[], char *words, size_t size) {
  char path[64], url[80];
  snprintf(path, sizeof path, "/tmp/document.%.16s", extension);
  snprintf(url, sizeof url, "file://%s", path);
  char answer = large;
  if (copy_to(path, files[input])) {
    document *loaded = load(url, words, size);
    answer = state.asked ? locked : damaged;
    if (loaded) {
      if (is_long(loaded, files[input])) send_leading_pages(loaded, socket, files[leading_output]);
      answer = !save(loaded, "") ? damaged : copy_from(result, files[whole_output]) ? done : large;
      loaded->class->destroy(loaded);
    }
  }
  unlink(path);
  unlink(result);
  return answer;
}

// False when the packet has more or fewer descriptors.
static bool receive(int socket, char *text, size_t size, int descriptors[descriptor_count]) {
  union { char bytes[CMSG_SPACE(descriptor_count * sizeof(int))]; struct cmsghdr align; } control;
  struct iovec part = {text, size - 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (count <= 0 || !header || header->cmsg_len != CMSG_LEN(descriptor_count * sizeof(int))) return false;
  text[count] = 0;
  memcpy(descriptors, CMSG_DATA(header), descriptor_count * sizeof(int));
  return true;
}

static office *start(const char *folder) {
  char library[512];
  snprintf(library, sizeof library, "%s/libmergedlo.so", folder);
  void *handle = dlopen(library, RTLD_LAZY);
  if (!handle) {
    snprintf(library, sizeof library, "%s/libsofficeapp.so", folder);
    handle = dlopen(library, RTLD_LAZY);
  }
  start_office *hook = handle ? (start_office *)dlsym(handle, "libreofficekit_hook_2") : NULL;
  if (!hook) fprintf(stderr, "%s\n", dlerror());
  return hook ? hook(folder, "file:///tmp/profile") : NULL;
}

int serve_office(const char *folder, int socket) {
  state.office = start(folder);
  if (!state.office) return exit_unavailable;
  state.office->class->set_optional_features(state.office, feature_password | feature_password_to_modify);
  state.office->class->register_callback(state.office, answer, NULL);
  char request[1024];
  int files[descriptor_count];
  // The first packet says that LibreOffice is there.
  if (send(socket, (char[]){ready}, 1, MSG_NOSIGNAL) < 0) return 0;
  while (receive(socket, request, sizeof request, files)) {
    char reply[512] = "";
    *reply = convert(request, socket, files, reply + 1, sizeof reply - 1);
    for (int each = 0; each < descriptor_count; each++) close(files[each]);
    if (send(socket, reply, strlen(reply), MSG_NOSIGNAL) < 0) break;
  }
  // LibreOffice's own ending is slow, and has nothing to keep.
  _exit(0);
}
