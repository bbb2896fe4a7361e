import Foundation

// Operations that the C interface does differently from the Swift API.

extension Auth {
  /// Observes the signed-in user or, on request, the ID token. The first call passes the current state.
  ///
  /// - Parameter queue: a serial queue.
  /// - Returns: the argument for the two methods that remove a listener.
  package func listen(
    toTokens: Bool, on queue: DispatchQueue, _ listener: @escaping @Sendable (User?) -> Void
  ) -> any NSObjectProtocol & Sendable {
    core.listen(toTokens ? .token : .user, on: queue, listener)
  }

  /// Returns the sign-in methods of an address.
  package func signInMethods(of email: String) async throws -> [String] {
    try await engine.signInMethods(email)
  }
}

extension User {
  /// Changes the address without verifying that it belongs to the user.
  package func changeEmail(to email: String) async throws { try await update(["email": .string(email)]) }
}
