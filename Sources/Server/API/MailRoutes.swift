import IdentityWire
import Operations

/// The operations that send mail, and the operations that redeem mailed codes.
struct MailRoutes: Sendable {
  let service: IdentityService

  func add(to operations: OperationRouter) {
    operations.account("sendOobCode", legacy: "getOobConfirmationCode", administrative: true) {
      request, caller in
      try await service.sendOobCode(request, caller)
    }
    operations.account("resetPassword", legacy: "resetPassword") { request, caller in
      try await service.resetPassword(request, caller)
    }
    operations.account(
      "signInWithEmailLink", legacy: "emailLinkSignin", signsInBy: { _, _, _ in "emailLink" }
    ) { request, caller in
      try await service.signInWithEmailLink(request, caller)
    }
  }
}
