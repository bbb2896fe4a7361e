import Operations

/// Signing in with a telephone number.
struct PhoneRoutes: Sendable {
  let service: IdentityService

  func add(to operations: OperationRouter) {
    operations.account("sendVerificationCode", legacy: "sendVerificationCode") { request, caller in
      try await service.sendVerificationCode(request, caller)
    }
    operations.account(
      "signInWithPhoneNumber", legacy: "verifyPhoneNumber", signsInBy: { _, _, _ in "phone" }
    ) { request, caller in
      try await service.signInWithPhoneNumber(request, caller)
    }
  }
}
