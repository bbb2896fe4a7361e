#include "xml2.h"

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

#if LIBXML_VERSION >= 21200
static void ignore(void *context, const xmlError *error) {
#else
static void ignore(void *context, xmlErrorPtr error) {
#endif
  (void)context;
  (void)error;
}

// The library writes to standard error without a handler. Handlers are a thread's own.
typedef struct {
  xmlStructuredErrorFunc handler;
  void *context;
} silence;

static silence begin_silence(void) {
  silence before = {xmlStructuredError, xmlStructuredErrorContext};
  xmlSetStructuredErrorFunc(NULL, ignore);
  return before;
}

static void end_silence(silence before) { xmlSetStructuredErrorFunc(before.context, before.handler); }

void latchkey_xml_initialise(void) { xmlInitParser(); }

latchkey_xml_document *latchkey_xml_read(const char *bytes, int size, char *message, size_t capacity) {
  int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
#if LIBXML_VERSION >= 21300
  options |= XML_PARSE_NO_XXE;
#endif
  message[0] = 0;
  xmlParserCtxtPtr parser = xmlNewParserCtxt();
  if (parser == NULL) return NULL;
  silence before = begin_silence();
  xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, size, NULL, "UTF-8", options);
  const xmlError *error = xmlCtxtGetLastError(parser);
  if (document == NULL || !parser->wellFormed || !parser->nsWellFormed || error != NULL) {
    if (error != NULL && error->message != NULL) {
      strncpy(message, error->message, capacity - 1);
      message[capacity - 1] = 0;
      message[strcspn(message, "\n")] = 0;
    }
    if (document != NULL) xmlFreeDoc(document);
    document = NULL;
  }
  xmlFreeParserCtxt(parser);
  end_silence(before);
  return (latchkey_xml_document *)document;
}

void latchkey_xml_free(latchkey_xml_document *document) { xmlFreeDoc((xmlDocPtr)document); }

int latchkey_xml_has_doctype(const latchkey_xml_document *document) {
  const xmlDoc *read = (const xmlDoc *)document;
  return read->intSubset != NULL || read->extSubset != NULL;
}

const latchkey_xml_node *latchkey_xml_first_node(const latchkey_xml_document *document) {
  return (const latchkey_xml_node *)((const xmlDoc *)document)->children;
}

static const xmlNode *node_of(const latchkey_xml_node *node) { return (const xmlNode *)node; }

latchkey_xml_kind latchkey_xml_node_kind(const latchkey_xml_node *node) {
  switch (node_of(node)->type) {
    case XML_ELEMENT_NODE: return LATCHKEY_XML_ELEMENT;
    case XML_TEXT_NODE: return LATCHKEY_XML_TEXT;
    case XML_COMMENT_NODE: return LATCHKEY_XML_COMMENT;
    default: return LATCHKEY_XML_OTHER;
  }
}

const latchkey_xml_node *latchkey_xml_next(const latchkey_xml_node *node) {
  return (const latchkey_xml_node *)node_of(node)->next;
}

const latchkey_xml_node *latchkey_xml_first_child(const latchkey_xml_node *element) {
  return (const latchkey_xml_node *)node_of(element)->children;
}

const char *latchkey_xml_name(const latchkey_xml_node *element) { return (const char *)node_of(element)->name; }

const char *latchkey_xml_namespace_uri(const latchkey_xml_node *element) {
  const xmlNs *namespace = node_of(element)->ns;
  return namespace == NULL ? NULL : (const char *)namespace->href;
}

const latchkey_xml_attribute *latchkey_xml_first_attribute(const latchkey_xml_node *element) {
  return (const latchkey_xml_attribute *)node_of(element)->properties;
}

const latchkey_xml_namespace *latchkey_xml_first_declaration(const latchkey_xml_node *element) {
  return (const latchkey_xml_namespace *)node_of(element)->nsDef;
}

const char *latchkey_xml_content(const latchkey_xml_node *text) { return (const char *)node_of(text)->content; }

int latchkey_xml_is_blank(const latchkey_xml_node *text) { return xmlIsBlankNode(node_of(text)); }

static const xmlAttr *attribute_of(const latchkey_xml_attribute *attribute) { return (const xmlAttr *)attribute; }

const latchkey_xml_attribute *latchkey_xml_next_attribute(const latchkey_xml_attribute *attribute) {
  return (const latchkey_xml_attribute *)attribute_of(attribute)->next;
}

const char *latchkey_xml_attribute_name(const latchkey_xml_attribute *attribute) {
  return (const char *)attribute_of(attribute)->name;
}

const char *latchkey_xml_attribute_namespace_uri(const latchkey_xml_attribute *attribute) {
  const xmlNs *namespace = attribute_of(attribute)->ns;
  return namespace == NULL ? NULL : (const char *)namespace->href;
}

const char *latchkey_xml_attribute_value(const latchkey_xml_attribute *attribute) {
  const xmlNode *value = attribute_of(attribute)->children;
  if (value == NULL) return "";
  if (value->type != XML_TEXT_NODE || value->next != NULL || value->content == NULL) return NULL;
  return (const char *)value->content;
}

const latchkey_xml_namespace *latchkey_xml_next_declaration(const latchkey_xml_namespace *declaration) {
  return (const latchkey_xml_namespace *)((const xmlNs *)declaration)->next;
}

const char *latchkey_xml_declared_uri(const latchkey_xml_namespace *declaration) {
  return (const char *)((const xmlNs *)declaration)->href;
}

typedef struct {
  const xmlNode *element;
  const xmlNode *excluded;
} selection;

// True for nodes in the element that are not in the excluded one.
static int is_selected(void *data, xmlNodePtr node, xmlNodePtr parent) {
  const selection *selected = data;
  if (node == NULL) return 0;
  // A namespace node has another layout after its type.
  const xmlNode *place = node->type == XML_NAMESPACE_DECL || node->type == XML_ATTRIBUTE_NODE ? parent : node;
  for (; place != NULL; place = place->parent) {
    if (place == selected->excluded) return 0;
    if (place == selected->element) return 1;
  }
  return 0;
}

char *latchkey_xml_canonicalise(
    const latchkey_xml_document *document, const latchkey_xml_node *element, const latchkey_xml_node *excluded,
    const char *const *prefixes, size_t *size) {
  selection selected = {node_of(element), node_of(excluded)};
  char *bytes = NULL;
  *size = 0;
  xmlOutputBufferPtr output = xmlAllocOutputBuffer(NULL);
  if (output == NULL) return NULL;
  silence before = begin_silence();
  int result = xmlC14NExecute(
      (xmlDocPtr)document, is_selected, &selected, XML_C14N_EXCLUSIVE_1_0, (xmlChar **)prefixes, 0, output);
  end_silence(before);
  if (result >= 0 && output->error == 0) {
    size_t written = xmlOutputBufferGetSize(output);
    const xmlChar *content = xmlOutputBufferGetContent(output);
    if (written > 0 && content != NULL && (bytes = malloc(written)) != NULL) {
      memcpy(bytes, content, written);
      *size = written;
    }
  }
  xmlOutputBufferClose(output);
  return bytes;
}
