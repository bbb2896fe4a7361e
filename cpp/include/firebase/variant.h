#ifndef FIREBASE_VARIANT_H_
#define FIREBASE_VARIANT_H_

#include <stddef.h>
#include <stdint.h>

// Programs that include the official header use strlen() and similar functions from it.
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace firebase {

/// A value of one of several types. A provider's data about a user consist of such values.
///
/// A read as another type does not end the program: it returns zero, false, "" or an empty
/// container. A function that returns a reference for changes (map(), vector(), mutable_string())
/// converts the variant to a value of that type.
class Variant {
 public:
  /// The type of a variant's value.
  enum Type {
    /// Null.
    kTypeNull,
    /// An integer.
    kTypeInt64,
    /// A floating-point number.
    kTypeDouble,
    /// True or false.
    kTypeBool,
    /// A text that the variant does not own.
    kTypeStaticString,
    /// A text that the variant owns.
    kTypeMutableString,
    /// Several variants in order.
    kTypeVector,
    /// A map from variants to variants.
    kTypeMap,
    /// Bytes that the variant does not own.
    kTypeStaticBlob,
    /// Bytes that the variant owns.
    kTypeMutableBlob,
    /// A short text that the variant owns. This SDK does not use it: every text that a variant owns
    /// is a mutable string.
    kTypeSmallString,
    /// The number of types; not a type.
    kMaxTypeValue
  };

  /// Creates a null value.
  Variant() : type_(kTypeNull), number_(0) {}
  /// Creates a null value.
  Variant(std::nullptr_t) : Variant() {}  // NOLINT: implicit on purpose, here and below
  /// Creates a Boolean.
  Variant(bool value) : type_(kTypeBool), number_(value ? 1 : 0) {}  // NOLINT
  /// Creates an integer. A value above the greatest int64_t becomes negative.
  template <typename T,
            typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value,
                                    int>::type = 0>
  Variant(T value) : type_(kTypeInt64), number_(static_cast<int64_t>(value)) {}  // NOLINT
  /// Creates a floating-point number.
  Variant(double value) : type_(kTypeDouble), double_(value) {}  // NOLINT
  /// Creates a floating-point number.
  Variant(float value) : type_(kTypeDouble), double_(static_cast<double>(value)) {}  // NOLINT
  /// Creates a text that the caller owns. The text must exist while a copy of the variant exists.
  /// NULL becomes an empty text.
  Variant(const char* value)  // NOLINT
      : type_(kTypeStaticString), static_text_(value == nullptr ? "" : value) {}
  /// Copies a text. NULL becomes an empty text.
  Variant(char* value) : Variant(std::string(value == nullptr ? "" : value)) {}  // NOLINT
  /// Copies a text.
  Variant(const std::string& value);  // NOLINT
  /// Copies a vector.
  Variant(const std::vector<Variant>& value);  // NOLINT
  /// Copies a map.
  Variant(const std::map<Variant, Variant>& value);  // NOLINT
  /// Creates a vector with a variant for each element.
  template <typename T>
  Variant(const std::vector<T>& value)  // NOLINT
      : Variant(std::vector<Variant>(value.begin(), value.end())) {}
  /// Creates a vector with a variant for each of the first elements of an array.
  template <typename T>
  Variant(const T array_of_values[], size_t array_size)
      : Variant(std::vector<Variant>(array_of_values, array_of_values + array_size)) {}
  /// Creates a map with variants for each key and value.
  template <typename K, typename V>
  Variant(const std::map<K, V>& value)  // NOLINT
      : Variant(std::map<Variant, Variant>(value.begin(), value.end())) {}

  /// Makes a deep copy.
  Variant(const Variant& other);
  /// Moves the value. `other` then is null.
  Variant(Variant&& other) noexcept;
  /// Makes a deep copy.
  Variant& operator=(const Variant& other);
  /// Moves the value. `other` then is null.
  Variant& operator=(Variant&& other) noexcept;
  ~Variant();

  /// True if type and value are equal. The owner of a text or of bytes does not matter.
  bool operator==(const Variant& other) const;
  /// True if type or value differ.
  bool operator!=(const Variant& other) const { return !(*this == other); }
  /// Defines an order for maps: first by type, then by value. All kinds of texts count as one type,
  /// and all kinds of bytes as another.
  bool operator<(const Variant& other) const;
  /// See operator<().
  bool operator>(const Variant& other) const { return other < *this; }
  /// See operator<().
  bool operator>=(const Variant& other) const { return !(*this < other); }
  /// See operator<().
  bool operator<=(const Variant& other) const { return !(other < *this); }

  /// Sets an empty value of a type.
  void Clear(Type new_type = kTypeNull);

  /// Returns null.
  static Variant Null() { return Variant(); }
  /// Returns the integer 0.
  static Variant Zero() { return FromInt64(0); }
  /// Returns the integer 1.
  static Variant One() { return FromInt64(1); }
  /// Returns the floating-point number 0.
  static Variant ZeroPointZero() { return FromDouble(0.0); }
  /// Returns the floating-point number 1.
  static Variant OnePointZero() { return FromDouble(1.0); }
  /// Returns false.
  static Variant False() { return FromBool(false); }
  /// Returns true.
  static Variant True() { return FromBool(true); }
  /// Returns an empty static text.
  static Variant EmptyString() { return FromStaticString(""); }
  /// Returns an empty text that the variant owns.
  static Variant EmptyMutableString() { return Empty(kTypeMutableString); }
  /// Returns an empty vector.
  static Variant EmptyVector() { return Empty(kTypeVector); }
  /// Returns an empty map.
  static Variant EmptyMap() { return Empty(kTypeMap); }
  /// Returns this number of zero bytes.
  static Variant EmptyMutableBlob(size_t size_bytes) {
    return FromMutableBlob(nullptr, size_bytes);
  }

  /// The type of the value.
  Type type() const { return type_; }
  /// True if the value is null.
  bool is_null() const { return type_ == kTypeNull; }
  /// True if the value is an integer.
  bool is_int64() const { return type_ == kTypeInt64; }
  /// True if the value is a floating-point number.
  bool is_double() const { return type_ == kTypeDouble; }
  /// True if the value is a Boolean.
  bool is_bool() const { return type_ == kTypeBool; }
  /// True if the value is a vector.
  bool is_vector() const { return type_ == kTypeVector; }
  /// True if the value is a map.
  bool is_map() const { return type_ == kTypeMap; }
  /// True if the value is a text that the variant does not own.
  bool is_static_string() const { return type_ == kTypeStaticString; }
  /// True if the value is a text that the variant owns.
  bool is_mutable_string() const { return type_ == kTypeMutableString; }
  /// True if the value is a short text: never.
  bool is_small_string() const { return type_ == kTypeSmallString; }
  /// True if the value is a text.
  bool is_string() const { return is_static_string() || is_mutable_string() || is_small_string(); }
  /// True if the value is bytes that the variant does not own.
  bool is_static_blob() const { return type_ == kTypeStaticBlob; }
  /// True if the value is bytes that the variant owns.
  bool is_mutable_blob() const { return type_ == kTypeMutableBlob; }
  /// True if the value is bytes.
  bool is_blob() const { return is_static_blob() || is_mutable_blob(); }
  /// True if the value is a number.
  bool is_numeric() const { return is_int64() || is_double(); }
  /// True if the value is a number, a text, a Boolean or null.
  bool is_fundamental_type() const { return is_numeric() || is_string() || is_bool() || is_null(); }
  /// True if the value is a vector or a map.
  bool is_container_type() const { return is_vector() || is_map(); }

  /// Converts to a text: "true" or "false", or the digits of a number; "" for null, containers and
  /// bytes.
  Variant AsString() const;
  /// Converts to an integer: 1 for true; for a text, the number at its beginning; 0 for values that
  /// are not numbers.
  Variant AsInt64() const;
  /// Converts to a floating-point number: 1 for true; for a text, the number at its beginning; 0
  /// for values that are not numbers.
  Variant AsDouble() const;
  /// Converts to a Boolean: false for null, zero, "", "false" and empty values; otherwise true.
  Variant AsBool() const;

  /// The integer; 0 for other types.
  int64_t int64_value() const { return is_int64() ? number_ : 0; }
  /// The floating-point number; 0 for other types.
  double double_value() const { return is_double() ? double_ : 0.0; }
  /// The Boolean; false for other types.
  bool bool_value() const { return is_bool() && number_ != 0; }
  /// The text. Valid until the variant changes.
  const char* string_value() const;
  /// The text, for changes. The variant then owns it.
  std::string& mutable_string();
  /// The text, if the variant owns it.
  const std::string& mutable_string() const;
  /// The vector, for changes.
  std::vector<Variant>& vector();
  /// The vector.
  const std::vector<Variant>& vector() const;
  /// The map, for changes.
  std::map<Variant, Variant>& map();
  /// The map.
  const std::map<Variant, Variant>& map() const;
  /// The number of bytes.
  size_t blob_size() const;
  /// The bytes; NULL if there are none.
  const uint8_t* blob_data() const;
  /// The bytes, for changes. The variant then owns them.
  uint8_t* mutable_blob_data();

  /// Sets null.
  void set_null() { Clear(); }
  /// Sets an integer.
  void set_int64_value(int64_t value) { *this = Variant(value); }
  /// Sets a floating-point number.
  void set_double_value(double value) { *this = Variant(value); }
  /// Sets a Boolean.
  void set_bool_value(bool value) { *this = Variant(value); }
  /// Sets a text that the caller owns.
  void set_string_value(const char* value) { *this = Variant(value); }
  /// Sets a copy of a text.
  void set_string_value(char* value) { *this = Variant(value); }
  /// Sets a copy of a text.
  void set_string_value(const std::string& value) { *this = Variant(value); }
  /// Sets a copy of a text.
  void set_mutable_string(const std::string& value, bool use_small_string = true) {
    (void)use_small_string;
    *this = Variant(value);
  }
  /// Sets a copy of bytes; for NULL, sets zero bytes.
  void set_mutable_blob(const void* src_data, size_t size_bytes) {
    *this = FromMutableBlob(src_data, size_bytes);
  }
  /// Sets bytes that the caller owns.
  void set_static_blob(const void* static_data, size_t size_bytes) {
    *this = FromStaticBlob(static_data, size_bytes);
  }
  /// Sets a copy of a vector.
  void set_vector(const std::vector<Variant>& value) { *this = Variant(value); }
  /// Sets a copy of a map.
  void set_map(const std::map<Variant, Variant>& value) { *this = Variant(value); }
  /// Takes ownership of a text that was created with `new`, and sets the pointer to NULL.
  void AssignMutableString(std::string** str);
  /// Takes ownership of a vector that was created with `new`, and sets the pointer to NULL.
  void AssignVector(std::vector<Variant>** vect);
  /// Takes ownership of a map that was created with `new`, and sets the pointer to NULL.
  void AssignMap(std::map<Variant, Variant>** map);

  /// Returns an integer.
  static Variant FromInt64(int64_t value) { return Variant(value); }
  /// Returns a floating-point number.
  static Variant FromDouble(double value) { return Variant(value); }
  /// Returns a Boolean.
  static Variant FromBool(bool value) { return Variant(value); }
  /// Returns a text that the caller owns.
  static Variant FromStaticString(const char* value) { return Variant(value); }
  /// Returns a copy of a text.
  static Variant FromMutableString(const std::string& value) { return Variant(value); }
  /// Returns bytes that the caller owns.
  static Variant FromStaticBlob(const void* static_data, size_t size_bytes);
  /// Returns a copy of bytes; for NULL, returns zero bytes.
  static Variant FromMutableBlob(const void* src_data, size_t size_bytes);
  /// Returns a copy of a text.
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
  // Types that can be compared with each other have the same rank.
  int rank() const;

  Type type_;
  union {
    int64_t number_;
    double double_;
    const char* static_text_;
    StaticBlob static_blob_;
    std::string* text_;  // The value of a mutable string or a mutable blob.
    std::vector<Variant>* vector_;
    std::map<Variant, Variant>* map_;
  };
};

}  // namespace firebase

#endif  // FIREBASE_VARIANT_H_
