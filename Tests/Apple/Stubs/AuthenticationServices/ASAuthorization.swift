import FoundationForApple

// Sign in with Apple.

public protocol ASAuthorizationCredential: NSObjectProtocol {}

public protocol ASAuthorizationProvider: NSObjectProtocol {}

open class ASAuthorization: NSObject {
  public struct Scope: Hashable, RawRepresentable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fullName = Scope(rawValue: "full_name")
    public static let email = Scope(rawValue: "email")
  }

  open var provider: any ASAuthorizationProvider { fatalError("This is a declaration.") }
  open var credential: any ASAuthorizationCredential { fatalError("This is a declaration.") }
}

open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
  open var user: String { fatalError("This is a declaration.") }
  open var state: String? { fatalError("This is a declaration.") }
  open var authorizationCode: Data? { fatalError("This is a declaration.") }
  open var identityToken: Data? { fatalError("This is a declaration.") }
  open var email: String? { fatalError("This is a declaration.") }
  open var fullName: PersonNameComponents? { fatalError("This is a declaration.") }
}

open class ASAuthorizationRequest: NSObject {}

open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
  open var requestedScopes: [ASAuthorization.Scope]?
  open var state: String?
  open var nonce: String?
}

open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
  open var user: String?
}

open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
  open func createRequest() -> ASAuthorizationAppleIDRequest { fatalError("This is a declaration.") }
}

open class ASAuthorizationController: NSObject {
  public init(authorizationRequests: [ASAuthorizationRequest]) {}

  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  #if !os(watchOS)
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
  #endif
  open func performRequests() {}
}

/// The methods with a body are optional.
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

extension ASAuthorizationControllerDelegate {
  public func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {}
  public func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  ) {}
}

#if !os(watchOS)
  @MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
  }
#endif
