import IdentityWire
import Operations

/// Second factors and recovery codes: enrolling them, withdrawing them, and signing in with them.
struct MultiFactorRoutes: Sendable {
  let service: IdentityService

  func add(to operations: OperationRouter) {
    add("mfaEnrollment:start", to: operations) { try await service.startMFAEnrollment($0, $1) }
    add("mfaEnrollment:finalize", to: operations) { try await service.finalizeMFAEnrollment($0, $1) }
    add("mfaEnrollment:withdraw", to: operations) { try await service.withdrawMFA($0, $1) }
    add("mfaRecoveryCodes:regenerate", to: operations) { try await service.regenerateRecoveryCodes($0, $1) }
    add("mfaSignIn:start", to: operations) { try await service.startMFASignIn($0, $1) }
    add(
      "mfaSignIn:finalize", to: operations,
      operations.signingIn(by: { _, _, _ in "mfa" }) { try await service.finalizeMFASignIn($0, $1) })
  }

  private func add<Message: RequestMessage, Answer: AnswerMessage>(
    _ name: String, to operations: OperationRouter,
    _ handler: @escaping OperationRouter.Handler<Message, Answer>
  ) {
    for path in OperationRouter.modern("accounts/\(name)", version: "v2") {
      operations.on(.post, path, readsQuery: false, handler)
    }
  }
}
