import Foundation

/// A provider that signs users in by pages of its own.
public protocol FederatedAuthProvider: NSObjectProtocol, Sendable {
  /// Leads the user through the pages, and makes a credential of what came of it.
  @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

extension FederatedAuthProvider {
  /// A provider may be an app's own, and throw what it likes.
  func credentialForAuth(_ uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
    do { return try await credential(with: uiDelegate) } catch { throw AuthError.of(error) }
  }
}
