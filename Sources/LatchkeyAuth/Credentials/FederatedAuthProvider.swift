import Foundation

/// A provider that signs users in by pages of its own.
public protocol FederatedAuthProvider: NSObjectProtocol, Sendable {
  @MainActor func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}
