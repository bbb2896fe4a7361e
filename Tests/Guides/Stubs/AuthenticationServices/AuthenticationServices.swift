@_exported import Foundation
@_exported import SwiftUI

// As much of AuthenticationServices as the guides use. What Apple would hand out is set by tests.

public protocol ASAuthorizationCredential {}

public struct ASAuthorizationAppleIDCredential: ASAuthorizationCredential {
  public let user: String
  public let identityToken: Data?
  public let fullName: PersonNameComponents?
  public let email: String?

  public init(user: String, identityToken: Data?, fullName: PersonNameComponents? = nil, email: String? = nil)
  {
    self.user = user
    self.identityToken = identityToken
    self.fullName = fullName
    self.email = email
  }
}

public struct ASAuthorization {
  public enum Scope: Sendable {
    case fullName, email
  }

  public let credential: any ASAuthorizationCredential

  public init(credential: any ASAuthorizationCredential) { self.credential = credential }
}

public final class ASAuthorizationAppleIDRequest {
  public var requestedScopes: [ASAuthorization.Scope]?
  public var nonce: String?

  public init() {}
}

public struct ASAuthorizationError: Error {
  public enum Code: Int, Sendable {
    case unknown = 1000
    case canceled = 1001
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }
}

public struct SignInWithAppleButton: View, Container {
  public enum Label: Sendable {
    case signIn, `continue`, signUp
  }

  public enum Style: Sendable {
    case black, white, whiteOutline
  }

  /// What becomes of a press of the button: with what it asked Apple for, and with what Apple said.
  public let onRequest: (ASAuthorizationAppleIDRequest) -> Void
  public let onCompletion: (Result<ASAuthorization, any Error>) -> Void

  public var children: [any View] { [] }

  public init(
    _ label: Label = .signIn, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
    onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
  ) {
    self.onRequest = onRequest
    self.onCompletion = onCompletion
  }

  public var body: Never { fatalError("This view has no body.") }
}

extension View {
  public func signInWithAppleButtonStyle(_ style: SignInWithAppleButton.Style) -> ModifiedView<Self> {
    modified()
  }
}
