// As much of Facebook's SDK as the guides use, under the names that they use. What Facebook would hand out
// is set by tests.

@MainActor public protocol LoginButtonDelegate: AnyObject {
  func loginButton(
    _ loginButton: FBSDKLoginButton!, didCompleteWith result: FBSDKLoginManagerLoginResult!, error: Error!)
  func loginButtonDidLogOut(_ loginButton: FBSDKLoginButton!)
}

extension LoginButtonDelegate {
  public func loginButtonDidLogOut(_ loginButton: FBSDKLoginButton!) {}
}

public typealias FBSDKLoginButton = FBLoginButton
public typealias FBSDKLoginManagerLoginResult = LoginManagerLoginResult

public enum LoginTracking: Sendable {
  case enabled, limited
}

@MainActor open class FBLoginButton {
  public weak var delegate: (any LoginButtonDelegate)?
  public var loginTracking = LoginTracking.enabled
  public var nonce: String?
  public var permissions: [String] = []

  public init() {}

  /// What becomes of a press of the button.
  public func complete(_ error: (any Error)? = nil) {
    delegate?.loginButton(self, didCompleteWith: error == nil ? LoginManagerLoginResult() : nil, error: error)
  }
}

public final class LoginManagerLoginResult: Sendable {
  public let isCancelled = false
}

@MainActor public final class AccessToken {
  public static var current: AccessToken?
  public let tokenString: String

  public init(tokenString: String) { self.tokenString = tokenString }
}

@MainActor public final class AuthenticationToken {
  public static var current: AuthenticationToken?
  /// An optional once, and so the guides unwrap it.
  public let tokenString: String!

  public init(tokenString: String) { self.tokenString = tokenString }
}
