import Foundation

public struct Permission: Hashable, Sendable {
  public let name: String

  public static let publicProfile = Permission(name: "public_profile")
  public static let email = Permission(name: "email")
}

public final class LoginConfiguration: Sendable {
  public let requestedPermissions: Set<Permission>
  public let tracking: LoginTracking
  public let nonce: String

  public init?(
    permissions: Set<Permission> = [], tracking: LoginTracking = .enabled, nonce: String = UUID().uuidString
  ) {
    guard !nonce.isEmpty, !nonce.contains(where: \.isWhitespace) else { return nil }
    requestedPermissions = permissions
    self.tracking = tracking
    self.nonce = nonce
  }
}

public enum LoginResult {
  case success(granted: Set<Permission>, declined: Set<Permission>, token: AccessToken?)
  case cancelled
  case failed(any Error)
}

@MainActor public final class LoginManager {
  /// A user at Facebook's pages: how they end, and the ID token that they bring back.
  public static var user: @MainActor (LoginConfiguration) async -> (LoginResult, AuthenticationToken?) = {
    _ in
    (.cancelled, nil)
  }

  public init() {}

  /// The ID token is the current one only while the completion runs: tests beside this one have theirs.
  public func logIn(configuration: LoginConfiguration?, completion: @escaping (LoginResult) -> Void) {
    guard let configuration else { return completion(.failed(CocoaError(.keyValueValidation))) }
    Task {
      let (result, token) = await Self.user(configuration)
      let before = AuthenticationToken.current
      defer { AuthenticationToken.current = before }
      AuthenticationToken.current = token
      completion(result)
    }
  }
}
