#include "cvips.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>
#include <vips/vips.h>

// A loader of vips for formats that gdk-pixbuf opens and vips does not, so that all that follows is the same.

// gdk-pixbuf opens more formats: some that vips opens better, and some for which it writes files (XPM, XBM, ICNS).
static const char *const formats[] = {"bmp", "ico", "pnm", "tga"};

typedef struct {
  VipsForeignLoad parent;
  VipsBlob *bytes;
} VipsForeignLoadPixbufBuffer;
typedef VipsForeignLoadClass VipsForeignLoadPixbufBufferClass;

G_DEFINE_TYPE(VipsForeignLoadPixbufBuffer, vips_foreign_load_pixbuf_buffer, VIPS_TYPE_FOREIGN_LOAD)

// The name of a format, or NULL. gdk-pixbuf's own look at the bytes needs files that the sandbox forbids.
static const char *format_of(const guchar *bytes, size_t length) {
  if (length > 2 && bytes[0] == 'B' && bytes[1] == 'M') return "bmp";
  if (length > 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6' && g_ascii_isspace(bytes[2])) return "pnm";
  if (length < 18 || bytes[1] > 1) return NULL;
  // ICO or CUR; the fifth byte counts the pictures, and is 0 in a Targa.
  if (!bytes[0] && !bytes[1] && (bytes[2] == 1 || bytes[2] == 2) && !bytes[3] && bytes[4]) return "ico";
  // Targa has no mark, but few kinds and depths.
  const bool is_targa = memchr("\1\2\3\11\12\13", bytes[2], 6) && memchr("\10\17\20\30\40", bytes[16], 5);
  return is_targa ? "tga" : NULL;
}

// NULL for another format.
static GdkPixbufLoader *open_loader(const void *bytes, size_t length) {
  const char *format = format_of(bytes, length);
  return format ? gdk_pixbuf_loader_new_with_type(format, NULL) : NULL;
}

static void close_loader(GdkPixbufLoader *loader) {
  gdk_pixbuf_loader_close(loader, NULL);
  g_object_unref(loader);
}

static void take_size(GdkPixbufLoader *loader, int width, int height, void *size) {
  (void)loader;
  *(VipsRect *)size = (VipsRect){0, 0, width, height};
}

// Reads until the size is known; it stays empty for other formats and damaged headers.
static VipsRect measure(const void *bytes, size_t length) {
  enum { AT_ONCE = 4096 };
  VipsRect size = {0, 0, 0, 0};
  GdkPixbufLoader *loader = open_loader(bytes, length);
  if (!loader) return size;
  g_signal_connect(loader, "size-prepared", G_CALLBACK(take_size), &size);
  // A loader that shall scale to nothing stops before it allocates pixels.
  gdk_pixbuf_loader_set_size(loader, 0, 0);
  for (size_t at = 0; at < length && vips_rect_isempty(&size); at += AT_ONCE) {
    const size_t count = VIPS_MIN(AT_ONCE, length - at);
    if (!gdk_pixbuf_loader_write(loader, (const guchar *)bytes + at, count, NULL)) break;
  }
  close_loader(loader);
  return size;
}

static void whiten(GdkPixbufLoader *loader, void *closure) {
  (void)closure;
  gdk_pixbuf_fill(gdk_pixbuf_loader_get_pixbuf(loader), 0xFFFFFF00);
}

static GdkPixbuf *decode(const void *bytes, size_t length) {
  GdkPixbufLoader *loader = open_loader(bytes, length);
  if (!loader) return NULL;
  // The pixels are not cleared, and those that a file leaves out would show another document.
  g_signal_connect(loader, "area-prepared", G_CALLBACK(whiten), NULL);
  const gboolean is_read = gdk_pixbuf_loader_write(loader, bytes, length, NULL);
  const gboolean is_whole = gdk_pixbuf_loader_close(loader, NULL);
  GdkPixbuf *pixbuf = is_read && is_whole ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
  if (pixbuf) g_object_ref(pixbuf);
  g_object_unref(loader);
  return pixbuf;
}

static const void *content(VipsForeignLoad *load, size_t *length) {
  return vips_blob_get(((VipsForeignLoadPixbufBuffer *)load)->bytes, length);
}

static int describe(VipsImage *image, int width, int height) {
  vips_image_init_fields(
    image, width, height, 4, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1, 1);
  return vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL);
}

// vips ignores sides that are longer than its limit, and what follows would trust those that remain.
static gboolean is_a_buffer(const void *bytes, size_t length) {
  const VipsRect size = measure(bytes, length);
  return !vips_rect_isempty(&size) && size.width <= VIPS_MAX_COORD && size.height <= VIPS_MAX_COORD;
}

static VipsForeignFlags get_flags(VipsForeignLoad *load) {
  (void)load;
  return VIPS_FOREIGN_PARTIAL;
}

static int read_header(VipsForeignLoad *load) {
  size_t length;
  const void *bytes = content(load, &length);
  const VipsRect size = measure(bytes, length);
  return describe(load->out, size.width, size.height);
}

// Copies the rows of a region, with transparency whether the format has it or not.
static int copy_rows(VipsRegion *region, void *sequence, void *source, void *closure, gboolean *stop) {
  (void)sequence, (void)closure, (void)stop;
  const int channels = gdk_pixbuf_get_n_channels(source), stride = gdk_pixbuf_get_rowstride(source);
  const VipsRect *part = &region->valid;
  for (int y = part->top; y < part->top + part->height; y++) {
    const guchar *from = gdk_pixbuf_read_pixels(source) + (size_t)y * stride + (size_t)part->left * channels;
    VipsPel *to = VIPS_REGION_ADDR(region, part->left, y);
    for (int x = 0; x < part->width; x++, from += channels, to += 4) {
      to[0] = from[0];
      to[1] = from[1];
      to[2] = from[2];
      to[3] = channels == 4 ? from[3] : 255;
    }
  }
  return 0;
}

static int load_pixels(VipsForeignLoad *load) {
  size_t length;
  const void *bytes = content(load, &length);
  GdkPixbuf *pixbuf = decode(bytes, length);
  if (!pixbuf) {
    vips_error("pixbufload_buffer", "gdk-pixbuf cannot decode it");
    return -1;
  }
  vips_object_local(load->real, pixbuf);
  return describe(load->real, gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
    || vips_image_generate(load->real, NULL, copy_rows, NULL, pixbuf, NULL);
}

static void vips_foreign_load_pixbuf_buffer_class_init(VipsForeignLoadPixbufBufferClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->set_property = vips_object_set_property;
  object->get_property = vips_object_get_property;
  VIPS_OBJECT_CLASS(class)->nickname = "pixbufload_buffer";
  VIPS_OBJECT_CLASS(class)->description = "load with gdk-pixbuf";
  // After all other loaders: Targa has no mark of its own.
  VIPS_FOREIGN_CLASS(class)->priority = -200;
  class->is_a_buffer = is_a_buffer;
  class->get_flags = get_flags;
  class->header = read_header;
  class->load = load_pixels;
  VIPS_ARG_BOXED(
    class, "buffer", 1, "Buffer", "Bytes to load from", VIPS_ARGUMENT_REQUIRED_INPUT,
    G_STRUCT_OFFSET(VipsForeignLoadPixbufBuffer, bytes), VIPS_TYPE_BLOB);
}

static void vips_foreign_load_pixbuf_buffer_init(VipsForeignLoadPixbufBuffer *load) { (void)load; }

void cvips_add_pixbuf(void) {
  for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
    // The first loader of a format opens its module.
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(formats[i], NULL);
    if (loader) close_loader(loader);
  }
  vips_foreign_load_pixbuf_buffer_get_type();
}
