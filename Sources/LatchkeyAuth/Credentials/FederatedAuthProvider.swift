import Foundation

/// A provider that signs users in by pages of its own.
public protocol FederatedAuthProvider: NSObjectProtocol, Sendable {
  /// Leads the user through the pages, and makes a credential of what came of it.
  @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}
