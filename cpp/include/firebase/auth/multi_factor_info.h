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

/// A second factor of a user. Not of the official SDK.
class MultiFactorInfo {
 public:
  /// Of none.
  MultiFactorInfo();
  /// Copies are of the same factor.
  MultiFactorInfo(const MultiFactorInfo&);
  /// Copies are of the same factor.
  MultiFactorInfo& operator=(const MultiFactorInfo&);
  virtual ~MultiFactorInfo();

  /// Whether it is of a factor.
  bool is_valid() const;
  /// What the factor is called among the user's: for machines.
  std::string uid() const;
  /// What the user named it; may be empty.
  std::string display_name() const;
  /// PhoneMultiFactorGenerator::kFactorId or TotpMultiFactorGenerator::kFactorId.
  std::string factor_id() const;
  /// When it was enrolled, in milliseconds since 1970; 0 where it is not known.
  uint64_t enrollment_timestamp() const;

 protected:
  friend struct internal::AuthAccess;

  explicit MultiFactorInfo(std::shared_ptr<internal::FactorData> data);

  std::shared_ptr<internal::FactorData> data_;
};

/// A telephone that is a second factor. Not of the official SDK.
class PhoneMultiFactorInfo : public MultiFactorInfo {
 public:
  /// Of none.
  PhoneMultiFactorInfo();
  /// The same factor, if it is a telephone; otherwise the new object is not valid.
  explicit PhoneMultiFactorInfo(const MultiFactorInfo& info);

  /// The telephone's number, of which the server may hide most digits.
  std::string phone_number() const;
};

/// In which second factors are enrolled, or asked for. Not of the official SDK.
class MultiFactorSession {
 public:
  /// None.
  MultiFactorSession();
  /// Copies are of the same session.
  MultiFactorSession(const MultiFactorSession&);
  /// Copies are of the same session.
  MultiFactorSession& operator=(const MultiFactorSession&);
  ~MultiFactorSession();

  /// Whether there is one.
  bool is_valid() const;

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactorSession(std::shared_ptr<internal::SessionData> data);

  std::shared_ptr<internal::SessionData> data_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_MULTI_FACTOR_INFO_H_
