import Foundation

// Operations that the C interface does differently from the Swift API.

extension Auth {
  /// Listens for changes of the signed-in user or, if asked for, of the ID token, beginning with the present
  /// state.
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
  /// Changes the address without verifying that it is the user's.
  package func changeEmail(to email: String) async throws { try await update(["email": .string(email)]) }
}
