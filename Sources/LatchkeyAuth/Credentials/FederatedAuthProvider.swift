import Foundation

/// A provider that signs users in on its own pages.
public protocol FederatedAuthProvider: NSObjectProtocol, Sendable {
  /// Shows the user the provider's pages, and makes a credential from the result.
  @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

extension FederatedAuthProvider {
  /// Converts errors: an app's own provider class may throw any error.
  func credentialForAuth(_ uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
    do { return try await credential(with: uiDelegate) } catch { throw AuthError.of(error) }
  }
}
