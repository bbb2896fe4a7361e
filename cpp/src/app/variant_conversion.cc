#include <cstdlib>
#include <cstring>
#include <limits>
#include <locale>
#include <sstream>

#include "firebase/variant.h"

namespace firebase {

namespace {

// 2 to the power of 63: the smallest double that is greater than every int64_t.
const double kInt64Limit = 9223372036854775808.0;

template <typename Number>
std::string Written(Number number) {
  std::ostringstream text;
  // Programs read the numbers, so the decimal separator must not depend on the locale.
  text.imbue(std::locale::classic());
  text.precision(std::numeric_limits<double>::max_digits10);
  text << number;
  return text.str();
}

template <typename Value>
int Order(const Value& one, const Value& other) {
  return one < other ? -1 : (other < one ? 1 : 0);
}

}  // namespace

int Variant::rank() const {
  if (is_string()) return kTypeStaticString;
  if (is_blob()) return kTypeStaticBlob;
  return type_;
}

bool Variant::operator==(const Variant& other) const {
  if (rank() != other.rank()) return false;
  switch (rank()) {
    case kTypeDouble:
      return double_value() == other.double_value();
    case kTypeStaticString:
      return std::strcmp(string_value(), other.string_value()) == 0;
    case kTypeStaticBlob:
      return blob_size() == other.blob_size() &&
             (blob_size() == 0 || std::memcmp(blob_data(), other.blob_data(), blob_size()) == 0);
    case kTypeVector:
      return vector() == other.vector();
    case kTypeMap:
      return map() == other.map();
    default:
      return number_ == other.number_;
  }
}

bool Variant::operator<(const Variant& other) const {
  if (rank() != other.rank()) return rank() < other.rank();
  switch (rank()) {
    case kTypeDouble:
      return double_value() < other.double_value();
    case kTypeStaticString:
      return std::strcmp(string_value(), other.string_value()) < 0;
    case kTypeStaticBlob: {
      int order = Order(blob_size(), other.blob_size());
      if (order == 0 && blob_size() > 0) {
        order = std::memcmp(blob_data(), other.blob_data(), blob_size());
      }
      return order < 0;
    }
    case kTypeVector:
      return vector() < other.vector();
    case kTypeMap:
      return map() < other.map();
    default:
      return number_ < other.number_;
  }
}

Variant Variant::AsString() const {
  if (is_string()) return *this;
  if (is_bool()) return FromStaticString(bool_value() ? "true" : "false");
  if (is_int64()) return FromMutableString(Written(int64_value()));
  if (is_double()) return FromMutableString(Written(double_value()));
  return EmptyString();
}

Variant Variant::AsInt64() const {
  if (is_int64()) return *this;
  if (is_bool()) return FromInt64(bool_value() ? 1 : 0);
  if (is_string()) return FromInt64(std::strtoll(string_value(), nullptr, 10));
  if (!is_double()) return Zero();
  // C++ does not define the conversion of a value that an int64_t cannot represent.
  double number = double_value();
  if (number >= kInt64Limit) return FromInt64(std::numeric_limits<int64_t>::max());
  if (number < -kInt64Limit) return FromInt64(std::numeric_limits<int64_t>::min());
  return number == number ? FromInt64(static_cast<int64_t>(number)) : Zero();
}

Variant Variant::AsDouble() const {
  if (is_double()) return *this;
  if (is_string()) return FromDouble(std::strtod(string_value(), nullptr));
  return FromDouble(static_cast<double>(AsInt64().int64_value()));
}

Variant Variant::AsBool() const {
  switch (rank()) {
    case kTypeNull:
      return False();
    case kTypeDouble:
      return FromBool(double_value() != 0.0);
    case kTypeStaticString:
      return FromBool(*string_value() != '\0' && std::strcmp(string_value(), "false") != 0);
    case kTypeStaticBlob:
      return FromBool(blob_size() > 0);
    case kTypeVector:
      return FromBool(!vector().empty());
    case kTypeMap:
      return FromBool(!map().empty());
    default:
      return FromBool(number_ != 0);
  }
}

const char* Variant::TypeName(Type type) {
  static const char* const names[] = {
      "Null",   "Int64", "Double",     "Bool",        "StaticString", "MutableString",
      "Vector", "Map",   "StaticBlob", "MutableBlob", "SmallString",
  };
  static_assert(sizeof(names) / sizeof(*names) == kMaxTypeValue, "Every type has a name.");
  return type >= kTypeNull && type < kMaxTypeValue ? names[type] : "";
}

}  // namespace firebase
