// Sends codes to telephone numbers.
#ifndef LATCHKEY_TESTS_SUPPORT_PHONE_LISTENER_H_
#define LATCHKEY_TESTS_SUPPORT_PHONE_LISTENER_H_

#include <mutex>
#include <string>

#include "test_app.h"

namespace latchkey_test {

// Records the calls. Overrides the functions that the official headers require every listener to
// override.
class PhoneListener : public firebase::auth::PhoneAuthProvider::Listener {
 public:
  ~PhoneListener() override { StopListening(); }

  void OnVerificationCompleted(firebase::auth::PhoneAuthCredential) override { Told("", "", {}); }
  void OnVerificationFailed(const std::string& error) override { Told("", error, {}); }
  void OnCodeSent(const std::string& verification_id,
                  const firebase::auth::PhoneAuthProvider::ForceResendingToken& token) override {
    Told(verification_id, "", token);
  }

  void OnCodeAutoRetrievalTimeOut(const std::string& verification_id) override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      timed_out_id_ = verification_id;
      calls_at_time_out_ = counter_.value();
    }
    time_outs_.Increase();
  }

  bool WaitUntilTimeOut() { return time_outs_.WaitUntil(1); }
  int time_outs() const { return time_outs_.value(); }
  int calls_at_time_out() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return calls_at_time_out_;
  }
  std::string timed_out_id() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return timed_out_id_;
  }
  bool WaitUntilDone() { return counter_.WaitUntil(1); }
  int calls() const { return counter_.value(); }
  std::string verification_id() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return verification_id_;
  }
  std::string error() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return error_;
  }
  firebase::auth::PhoneAuthProvider::ForceResendingToken token() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return token_;
  }

 private:
  void Told(const std::string& id, const std::string& error,
            const firebase::auth::PhoneAuthProvider::ForceResendingToken& token) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      verification_id_ = id;
      error_ = error;
      token_ = token;
    }
    counter_.Increase();
  }

  mutable std::mutex mutex_;
  std::string verification_id_;
  std::string error_;
  firebase::auth::PhoneAuthProvider::ForceResendingToken token_;
  std::string timed_out_id_;
  int calls_at_time_out_ = 0;
  Counter counter_;
  Counter time_outs_;
};

// Returns the verification id; empty if no code was sent.
inline std::string SendCode(firebase::auth::Auth* auth,
                            const firebase::auth::PhoneAuthOptions& options) {
  PhoneListener listener;
  firebase::auth::PhoneAuthProvider::GetInstance(auth).VerifyPhoneNumber(options, &listener);
  EXPECT_TRUE(listener.WaitUntilDone());
  EXPECT_EQ(listener.error(), "");
  return listener.verification_id();
}

inline std::string SendCode(firebase::auth::Auth* auth, const std::string& number) {
  firebase::auth::PhoneAuthOptions options;
  options.phone_number = number;
  options.timeout_milliseconds = 30000;
  return SendCode(auth, options);
}

}  // namespace latchkey_test

#endif  // LATCHKEY_TESTS_SUPPORT_PHONE_LISTENER_H_
