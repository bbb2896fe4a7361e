#ifndef LATCHKEY_XML2_H
#define LATCHKEY_XML2_H

#include <stddef.h>

// Parsing and exclusive canonicalisation by libxml2, and a tree to be walked. Nothing else of the library is used.
// Texts belong to the tree.

typedef struct latchkey_xml_document latchkey_xml_document;
typedef struct latchkey_xml_node latchkey_xml_node;
typedef struct latchkey_xml_attribute latchkey_xml_attribute;
typedef struct latchkey_xml_namespace latchkey_xml_namespace;

typedef enum {
  LATCHKEY_XML_ELEMENT,
  LATCHKEY_XML_TEXT,
  LATCHKEY_XML_COMMENT,
  LATCHKEY_XML_OTHER,
} latchkey_xml_kind;

// To be called once before anything else.
void latchkey_xml_initialise(void);

// Reads a document in UTF-8 from memory alone: no network, no external entities, no substitution of entities, no defaults
// of a DTD, and the library's own limits. Null, and a message, for everything that the parser complains or warns about.
latchkey_xml_document *latchkey_xml_read(const char *bytes, int size, char *message, size_t capacity);
void latchkey_xml_free(latchkey_xml_document *document);

// True if the document has a document type declaration.
int latchkey_xml_has_doctype(const latchkey_xml_document *document);
const latchkey_xml_node *latchkey_xml_first_node(const latchkey_xml_document *document);

latchkey_xml_kind latchkey_xml_node_kind(const latchkey_xml_node *node);
const latchkey_xml_node *latchkey_xml_next(const latchkey_xml_node *node);

// Of elements.
const latchkey_xml_node *latchkey_xml_first_child(const latchkey_xml_node *element);
const char *latchkey_xml_name(const latchkey_xml_node *element);
const char *latchkey_xml_namespace_uri(const latchkey_xml_node *element);
const latchkey_xml_attribute *latchkey_xml_first_attribute(const latchkey_xml_node *element);
const latchkey_xml_namespace *latchkey_xml_first_declaration(const latchkey_xml_node *element);

// Of texts.
const char *latchkey_xml_content(const latchkey_xml_node *text);
int latchkey_xml_is_blank(const latchkey_xml_node *text);

const latchkey_xml_attribute *latchkey_xml_next_attribute(const latchkey_xml_attribute *attribute);
const char *latchkey_xml_attribute_name(const latchkey_xml_attribute *attribute);
// Null for an attribute without a prefix.
const char *latchkey_xml_attribute_namespace_uri(const latchkey_xml_attribute *attribute);
// Null for a value that is not one text.
const char *latchkey_xml_attribute_value(const latchkey_xml_attribute *attribute);

const latchkey_xml_namespace *latchkey_xml_next_declaration(const latchkey_xml_namespace *declaration);
const char *latchkey_xml_declared_uri(const latchkey_xml_namespace *declaration);

// Writes an element, without the excluded one in it, in the form of Exclusive XML Canonicalization 1.0 without comments.
// The prefixes end with a null pointer. Returns bytes to be freed, or null if it fails or nothing was written.
char *latchkey_xml_canonicalise(
    const latchkey_xml_document *document, const latchkey_xml_node *element, const latchkey_xml_node *excluded,
    const char *const *prefixes, size_t *size);

#endif
