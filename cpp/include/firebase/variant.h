#ifndef FIREBASE_VARIANT_H_
#define FIREBASE_VARIANT_H_

#include <stddef.h>
#include <stdint.h>

// Programs that include the official header find strlen() and the like by it.
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace firebase {

/// A value of one of several types, as what a provider says of a user is made of.
///
/// Reading it as another type than it is does not end the program: it gives zero, false, "" or an
/// empty container. Asking for a reference to change it by (map(), vector(), mutable_string())
/// makes it a value of that type.
class Variant {
 public:
  /// What a variant holds.
  enum Type {
    /// Nothing.
    kTypeNull,
    /// A whole number.
    kTypeInt64,
    /// A floating-point number.
    kTypeDouble,
    /// True or false.
    kTypeBool,
    /// A text that somebody else keeps.
    kTypeStaticString,
    /// A text of its own.
    kTypeMutableString,
    /// Several variants in order.
    kTypeVector,
    /// Variants by variants.
    kTypeMap,
    /// Bytes that somebody else keeps.
    kTypeStaticBlob,
    /// Bytes of its own.
    kTypeMutableBlob,
    /// A short text of its own. Not used here, where every text of its own is a mutable string.
    kTypeSmallString,
    /// No type: how many there are.
    kMaxTypeValue
  };

  /// Null.
  Variant() : type_(kTypeNull), number_(0) {}
  /// Null.
  Variant(std::nullptr_t) : Variant() {}  // NOLINT: implicit on purpose, here and below
  /// True or false.
  Variant(bool value) : type_(kTypeBool), number_(value ? 1 : 0) {}  // NOLINT
  /// A whole number. One above the greatest int64_t is a negative one.
  template <typename T,
            typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value,
                                    int>::type = 0>
  Variant(T value) : type_(kTypeInt64), number_(static_cast<int64_t>(value)) {}  // NOLINT
  /// A floating-point number.
  Variant(double value) : type_(kTypeDouble), double_(value) {}  // NOLINT
  /// A floating-point number.
  Variant(float value) : type_(kTypeDouble), double_(static_cast<double>(value)) {}  // NOLINT
  /// A text that the caller keeps for as long as there is a copy of the variant. NULL is an empty
  /// one.
  Variant(const char* value)  // NOLINT
      : type_(kTypeStaticString), static_text_(value == nullptr ? "" : value) {}
  /// A copy of a text. NULL is an empty one.
  Variant(char* value) : Variant(std::string(value == nullptr ? "" : value)) {}  // NOLINT
  /// A copy of a text.
  Variant(const std::string& value);  // NOLINT
  /// A copy of a vector.
  Variant(const std::vector<Variant>& value);  // NOLINT
  /// A copy of a map.
  Variant(const std::map<Variant, Variant>& value);  // NOLINT
  /// A vector of variants of the elements.
  template <typename T>
  Variant(const std::vector<T>& value)  // NOLINT
      : Variant(std::vector<Variant>(value.begin(), value.end())) {}
  /// A vector of variants of the first elements of an array.
  template <typename T>
  Variant(const T array_of_values[], size_t array_size)
      : Variant(std::vector<Variant>(array_of_values, array_of_values + array_size)) {}
  /// A map of variants of the members.
  template <typename K, typename V>
  Variant(const std::map<K, V>& value)  // NOLINT
      : Variant(std::map<Variant, Variant>(value.begin(), value.end())) {}

  /// A copy all the way down.
  Variant(const Variant& other);
  /// Leaves `other` null.
  Variant(Variant&& other) noexcept;
  /// A copy all the way down.
  Variant& operator=(const Variant& other);
  /// Leaves `other` null.
  Variant& operator=(Variant&& other) noexcept;
  ~Variant();

  /// Whether type and value are the same. Texts, and bytes, are compared whoever keeps them.
  bool operator==(const Variant& other) const;
  /// Whether type or value differ.
  bool operator!=(const Variant& other) const { return !(*this == other); }
  /// An order for maps: by type first, all texts being of one type and all bytes of another, then
  /// by value.
  bool operator<(const Variant& other) const;
  /// See operator<().
  bool operator>(const Variant& other) const { return other < *this; }
  /// See operator<().
  bool operator>=(const Variant& other) const { return !(*this < other); }
  /// See operator<().
  bool operator<=(const Variant& other) const { return !(other < *this); }

  /// Makes it an empty value of a type.
  void Clear(Type new_type = kTypeNull);

  /// Null.
  static Variant Null() { return Variant(); }
  /// The whole number 0.
  static Variant Zero() { return FromInt64(0); }
  /// The whole number 1.
  static Variant One() { return FromInt64(1); }
  /// The floating-point number 0.
  static Variant ZeroPointZero() { return FromDouble(0.0); }
  /// The floating-point number 1.
  static Variant OnePointZero() { return FromDouble(1.0); }
  /// False.
  static Variant False() { return FromBool(false); }
  /// True.
  static Variant True() { return FromBool(true); }
  /// An empty static text.
  static Variant EmptyString() { return FromStaticString(""); }
  /// An empty text of its own.
  static Variant EmptyMutableString() { return Empty(kTypeMutableString); }
  /// A vector of nothing.
  static Variant EmptyVector() { return Empty(kTypeVector); }
  /// A map of nothing.
  static Variant EmptyMap() { return Empty(kTypeMap); }
  /// So many zero bytes.
  static Variant EmptyMutableBlob(size_t size_bytes) {
    return FromMutableBlob(nullptr, size_bytes);
  }

  /// What it holds.
  Type type() const { return type_; }
  /// Whether it holds nothing.
  bool is_null() const { return type_ == kTypeNull; }
  /// Whether it holds a whole number.
  bool is_int64() const { return type_ == kTypeInt64; }
  /// Whether it holds a floating-point number.
  bool is_double() const { return type_ == kTypeDouble; }
  /// Whether it holds true or false.
  bool is_bool() const { return type_ == kTypeBool; }
  /// Whether it holds a vector.
  bool is_vector() const { return type_ == kTypeVector; }
  /// Whether it holds a map.
  bool is_map() const { return type_ == kTypeMap; }
  /// Whether it holds a text that somebody else keeps.
  bool is_static_string() const { return type_ == kTypeStaticString; }
  /// Whether it holds a text of its own.
  bool is_mutable_string() const { return type_ == kTypeMutableString; }
  /// Whether it holds a short text: never.
  bool is_small_string() const { return type_ == kTypeSmallString; }
  /// Whether it holds a text.
  bool is_string() const { return is_static_string() || is_mutable_string() || is_small_string(); }
  /// Whether it holds bytes that somebody else keeps.
  bool is_static_blob() const { return type_ == kTypeStaticBlob; }
  /// Whether it holds bytes of its own.
  bool is_mutable_blob() const { return type_ == kTypeMutableBlob; }
  /// Whether it holds bytes.
  bool is_blob() const { return is_static_blob() || is_mutable_blob(); }
  /// Whether it holds a number.
  bool is_numeric() const { return is_int64() || is_double(); }
  /// Whether it holds a number, a text, true, false or nothing.
  bool is_fundamental_type() const { return is_numeric() || is_string() || is_bool() || is_null(); }
  /// Whether it holds a vector or a map.
  bool is_container_type() const { return is_vector() || is_map(); }

  /// As a text: "true" and "false", numbers in digits; "" for null, containers and bytes.
  Variant AsString() const;
  /// As a whole number: of a text, the one that it begins with; 1 for true; 0 for what is none.
  Variant AsInt64() const;
  /// As a floating-point number: of a text, the one that it begins with; 1 for true; 0 for what is
  /// none.
  Variant AsDouble() const;
  /// False for null, zero, "", "false" and what is empty; else true.
  Variant AsBool() const;

  /// The whole number.
  int64_t int64_value() const { return is_int64() ? number_ : 0; }
  /// The floating-point number.
  double double_value() const { return is_double() ? double_ : 0.0; }
  /// True or false.
  bool bool_value() const { return is_bool() && number_ != 0; }
  /// The text. Valid until the variant changes.
  const char* string_value() const;
  /// The text, to change. It becomes one of its own.
  std::string& mutable_string();
  /// The text, where it is one of its own.
  const std::string& mutable_string() const;
  /// The vector, to change.
  std::vector<Variant>& vector();
  /// The vector.
  const std::vector<Variant>& vector() const;
  /// The map, to change.
  std::map<Variant, Variant>& map();
  /// The map.
  const std::map<Variant, Variant>& map() const;
  /// How many bytes there are.
  size_t blob_size() const;
  /// The bytes; NULL when there are none.
  const uint8_t* blob_data() const;
  /// The bytes, to change. They become bytes of its own.
  uint8_t* mutable_blob_data();

  /// Makes it null.
  void set_null() { Clear(); }
  /// Makes it a whole number.
  void set_int64_value(int64_t value) { *this = Variant(value); }
  /// Makes it a floating-point number.
  void set_double_value(double value) { *this = Variant(value); }
  /// Makes it true or false.
  void set_bool_value(bool value) { *this = Variant(value); }
  /// Makes it a text that the caller keeps.
  void set_string_value(const char* value) { *this = Variant(value); }
  /// Makes it a copy of a text.
  void set_string_value(char* value) { *this = Variant(value); }
  /// Makes it a copy of a text.
  void set_string_value(const std::string& value) { *this = Variant(value); }
  /// Makes it a copy of a text.
  void set_mutable_string(const std::string& value, bool use_small_string = true) {
    (void)use_small_string;
    *this = Variant(value);
  }
  /// Makes it a copy of bytes; of zero bytes for NULL.
  void set_mutable_blob(const void* src_data, size_t size_bytes) {
    *this = FromMutableBlob(src_data, size_bytes);
  }
  /// Makes it bytes that the caller keeps.
  void set_static_blob(const void* static_data, size_t size_bytes) {
    *this = FromStaticBlob(static_data, size_bytes);
  }
  /// Makes it a copy of a vector.
  void set_vector(const std::vector<Variant>& value) { *this = Variant(value); }
  /// Makes it a copy of a map.
  void set_map(const std::map<Variant, Variant>& value) { *this = Variant(value); }
  /// Takes over a text made by `new`, and sets the pointer to NULL.
  void AssignMutableString(std::string** str);
  /// Takes over a vector made by `new`, and sets the pointer to NULL.
  void AssignVector(std::vector<Variant>** vect);
  /// Takes over a map made by `new`, and sets the pointer to NULL.
  void AssignMap(std::map<Variant, Variant>** map);

  /// A whole number.
  static Variant FromInt64(int64_t value) { return Variant(value); }
  /// A floating-point number.
  static Variant FromDouble(double value) { return Variant(value); }
  /// True or false.
  static Variant FromBool(bool value) { return Variant(value); }
  /// A text that the caller keeps.
  static Variant FromStaticString(const char* value) { return Variant(value); }
  /// A copy of a text.
  static Variant FromMutableString(const std::string& value) { return Variant(value); }
  /// Bytes that the caller keeps.
  static Variant FromStaticBlob(const void* static_data, size_t size_bytes);
  /// A copy of bytes; of zero bytes for NULL.
  static Variant FromMutableBlob(const void* src_data, size_t size_bytes);
  /// A copy of a text.
  static Variant MutableStringFromStaticString(const char* value) {
    return Variant(std::string(value == nullptr ? "" : value));
  }

  /// A type's name, such as "Int64".
  static const char* TypeName(Type type);

 private:
  struct StaticBlob {
    const uint8_t* data;
    size_t size;
  };

  static Variant Empty(Type type) {
    Variant value;
    value.Clear(type);
    return value;
  }
  void MoveFrom(Variant* other);
  void Become(Type type) {
    if (type_ != type) Clear(type);
  }
  // Types that compare with one another have the same.
  int rank() const;

  Type type_;
  union {
    int64_t number_;
    double double_;
    const char* static_text_;
    StaticBlob static_blob_;
    std::string* text_;  // A mutable string, and a mutable blob.
    std::vector<Variant>* vector_;
    std::map<Variant, Variant>* map_;
  };
};

}  // namespace firebase

#endif  // FIREBASE_VARIANT_H_
