#ifndef FIREBASE_AUTH_MULTI_FACTOR_INFO_H_
#define FIREBASE_AUTH_MULTI_FACTOR_INFO_H_

#include <stdint.h>

#include <memory>
#include <string>

namespace firebase {
namespace auth {

namespace internal {
class FactorData;
class SessionData;
struct AuthAccess;
}  // namespace internal

/// A user's second factor. The official SDK does not have it.
class MultiFactorInfo {
 public:
  /// Creates an object without a factor.
  MultiFactorInfo();
  /// Creates a copy that refers to the same factor.
  MultiFactorInfo(const MultiFactorInfo&);
  /// Creates a copy that refers to the same factor.
  MultiFactorInfo& operator=(const MultiFactorInfo&);
  virtual ~MultiFactorInfo();

  /// True if there is a factor.
  bool is_valid() const;
  /// The id of the factor.
  std::string uid() const;
  /// The user's name for the factor; may be empty.
  std::string display_name() const;
  /// PhoneMultiFactorGenerator::kFactorId or TotpMultiFactorGenerator::kFactorId.
  std::string factor_id() const;
  /// The time of the enrolment, in milliseconds since 1970; 0 if it is not known.
  uint64_t enrollment_timestamp() const;

 protected:
  friend struct internal::AuthAccess;

  explicit MultiFactorInfo(std::shared_ptr<internal::FactorData> data);

  std::shared_ptr<internal::FactorData> data_;
};

/// A telephone number as a second factor. The official SDK does not have it.
class PhoneMultiFactorInfo : public MultiFactorInfo {
 public:
  /// Creates an object without a factor.
  PhoneMultiFactorInfo();
  /// Refers to the same factor if `info` is a telephone number; otherwise the new object is not
  /// valid.
  explicit PhoneMultiFactorInfo(const MultiFactorInfo& info);

  /// The telephone number. The server may hide most of its digits.
  std::string phone_number() const;
};

/// The context in which second factors are enrolled or requested. The official SDK does not have
/// it.
class MultiFactorSession {
 public:
  /// Creates a session that is not valid.
  MultiFactorSession();
  /// Creates a copy that refers to the same session.
  MultiFactorSession(const MultiFactorSession&);
  /// Creates a copy that refers to the same session.
  MultiFactorSession& operator=(const MultiFactorSession&);
  ~MultiFactorSession();

  /// True if there is a session.
  bool is_valid() const;

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactorSession(std::shared_ptr<internal::SessionData> data);

  std::shared_ptr<internal::SessionData> data_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_MULTI_FACTOR_INFO_H_
