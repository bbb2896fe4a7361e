#include "firebase/variant.h"

#include <utility>

namespace firebase {

Variant::Variant(const std::string& value)
    : type_(kTypeMutableString), text_(new std::string(value)) {}

Variant::Variant(const std::vector<Variant>& value)
    : type_(kTypeVector), vector_(new std::vector<Variant>(value)) {}

Variant::Variant(const std::map<Variant, Variant>& value)
    : type_(kTypeMap), map_(new std::map<Variant, Variant>(value)) {}

Variant::Variant(const Variant& other) : type_(other.type_), number_(0) {
  switch (type_) {
    case kTypeDouble:
      double_ = other.double_;
      break;
    case kTypeStaticString:
      static_text_ = other.static_text_;
      break;
    case kTypeStaticBlob:
      static_blob_ = other.static_blob_;
      break;
    case kTypeMutableString:
    case kTypeMutableBlob:
      text_ = new std::string(*other.text_);
      break;
    case kTypeVector:
      vector_ = new std::vector<Variant>(*other.vector_);
      break;
    case kTypeMap:
      map_ = new std::map<Variant, Variant>(*other.map_);
      break;
    default:
      number_ = other.number_;
  }
}

Variant::Variant(Variant&& other) noexcept : Variant() { MoveFrom(&other); }

// Makes a copy first, because `other` may be a part of this variant.
Variant& Variant::operator=(const Variant& other) { return *this = Variant(other); }

Variant& Variant::operator=(Variant&& other) noexcept {
  if (this == &other) return *this;
  Variant taken(std::move(other));
  Clear();
  MoveFrom(&taken);
  return *this;
}

Variant::~Variant() { Clear(); }

// Requires that this variant is null.
void Variant::MoveFrom(Variant* other) {
  type_ = other->type_;
  switch (type_) {
    case kTypeDouble:
      double_ = other->double_;
      break;
    case kTypeStaticString:
      static_text_ = other->static_text_;
      break;
    case kTypeStaticBlob:
      static_blob_ = other->static_blob_;
      break;
    case kTypeMutableString:
    case kTypeMutableBlob:
      text_ = other->text_;
      break;
    case kTypeVector:
      vector_ = other->vector_;
      break;
    case kTypeMap:
      map_ = other->map_;
      break;
    default:
      number_ = other->number_;
  }
  other->type_ = kTypeNull;
  other->number_ = 0;
}

void Variant::Clear(Type new_type) {
  switch (type_) {
    case kTypeMutableString:
    case kTypeMutableBlob:
      delete text_;
      break;
    case kTypeVector:
      delete vector_;
      break;
    case kTypeMap:
      delete map_;
      break;
    default:
      break;
  }
  type_ = new_type;
  number_ = 0;
  switch (new_type) {
    case kTypeDouble:
      double_ = 0.0;
      break;
    case kTypeStaticString:
      static_text_ = "";
      break;
    case kTypeStaticBlob:
      static_blob_ = StaticBlob{nullptr, 0};
      break;
    case kTypeSmallString:
      type_ = kTypeMutableString;
      text_ = new std::string;
      break;
    case kTypeMutableString:
    case kTypeMutableBlob:
      text_ = new std::string;
      break;
    case kTypeVector:
      vector_ = new std::vector<Variant>;
      break;
    case kTypeMap:
      map_ = new std::map<Variant, Variant>;
      break;
    case kMaxTypeValue:
      type_ = kTypeNull;
      break;
    default:
      break;
  }
}

const char* Variant::string_value() const {
  if (is_static_string()) return static_text_;
  return is_mutable_string() ? text_->c_str() : "";
}

std::string& Variant::mutable_string() {
  if (is_static_string()) *this = Variant(std::string(static_text_));
  Become(kTypeMutableString);
  return *text_;
}

const std::string& Variant::mutable_string() const {
  static const std::string* const none = new std::string;
  return is_mutable_string() ? *text_ : *none;
}

std::vector<Variant>& Variant::vector() {
  Become(kTypeVector);
  return *vector_;
}

const std::vector<Variant>& Variant::vector() const {
  static const std::vector<Variant>* const none = new std::vector<Variant>;
  return is_vector() ? *vector_ : *none;
}

std::map<Variant, Variant>& Variant::map() {
  Become(kTypeMap);
  return *map_;
}

const std::map<Variant, Variant>& Variant::map() const {
  static const std::map<Variant, Variant>* const none = new std::map<Variant, Variant>;
  return is_map() ? *map_ : *none;
}

size_t Variant::blob_size() const {
  if (is_static_blob()) return static_blob_.size;
  return is_mutable_blob() ? text_->size() : 0;
}

const uint8_t* Variant::blob_data() const {
  if (is_static_blob()) return static_blob_.data;
  return blob_size() > 0 ? reinterpret_cast<const uint8_t*>(text_->data()) : nullptr;
}

uint8_t* Variant::mutable_blob_data() {
  if (is_static_blob()) *this = FromMutableBlob(static_blob_.data, static_blob_.size);
  Become(kTypeMutableBlob);
  return text_->empty() ? nullptr : reinterpret_cast<uint8_t*>(&(*text_)[0]);
}

void Variant::AssignMutableString(std::string** str) {
  Clear();
  if (str == nullptr || *str == nullptr) return;
  type_ = kTypeMutableString;
  text_ = *str;
  *str = nullptr;
}

void Variant::AssignVector(std::vector<Variant>** vect) {
  Clear();
  if (vect == nullptr || *vect == nullptr) return;
  type_ = kTypeVector;
  vector_ = *vect;
  *vect = nullptr;
}

void Variant::AssignMap(std::map<Variant, Variant>** map) {
  Clear();
  if (map == nullptr || *map == nullptr) return;
  type_ = kTypeMap;
  map_ = *map;
  *map = nullptr;
}

Variant Variant::FromStaticBlob(const void* static_data, size_t size_bytes) {
  Variant value;
  value.type_ = kTypeStaticBlob;
  value.static_blob_ =
      StaticBlob{static_cast<const uint8_t*>(static_data), static_data == nullptr ? 0 : size_bytes};
  return value;
}

Variant Variant::FromMutableBlob(const void* src_data, size_t size_bytes) {
  Variant value = Empty(kTypeMutableBlob);
  if (src_data == nullptr) {
    value.text_->assign(size_bytes, '\0');
  } else {
    value.text_->assign(static_cast<const char*>(src_data), size_bytes);
  }
  return value;
}

}  // namespace firebase
