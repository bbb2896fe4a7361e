import Foundation

// What the C interface does in other ways than Swift's apps do.

extension Auth {
  /// Who is signed in or, if asked for, which ID token they have: now, and at each change.
  ///
  /// - Parameter queue: a serial one.
  /// - Returns: what the two methods that remove a listener take.
  package func listen(
    toTokens: Bool, on queue: DispatchQueue, _ listener: @escaping @Sendable (User?) -> Void
  ) -> any NSObjectProtocol & Sendable {
    core.listen(toTokens ? .token : .user, on: queue, listener)
  }

  /// How the user of an address may sign in.
  package func signInMethods(of email: String) async throws -> [String] {
    try await engine.signInMethods(email)
  }
}

extension User {
  /// Changes the address without asking whether it is the user's.
  package func changeEmail(to email: String) async throws { try await update(["email": .string(email)]) }
}
