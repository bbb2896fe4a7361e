import CLatchkeyAuth
import Foundation
import LatchkeyAuth

@_cdecl("latchkey_auth_sign_in_anonymously")
public func authSignInAnonymously(
  _ auth: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    return { OperationResult(try await auth.signInAnonymously()) }
  }
}

@_cdecl("latchkey_auth_sign_in_with_credential")
public func authSignInWithCredential(
  _ auth: OpaquePointer?, _ credential: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let credential = try givenCredential(credential)
    return { OperationResult(try await auth.signIn(with: credential)) }
  }
}

@_cdecl("latchkey_auth_sign_in_with_email")
public func authSignInWithEmail(
  _ auth: OpaquePointer?, _ email: CText?, _ password: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let email = try given(email, or: .missingEmail)
    let password = try given(password, or: .wrongPassword)
    return { OperationResult(try await auth.signIn(withEmail: email, password: password)) }
  }
}

@_cdecl("latchkey_auth_sign_in_with_email_link")
public func authSignInWithEmailLink(
  _ auth: OpaquePointer?, _ email: CText?, _ link: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let email = try given(email, or: .missingEmail)
    let link = try given(link, or: .invalidActionCode)
    return { OperationResult(try await auth.signIn(withEmail: email, link: link)) }
  }
}

@_cdecl("latchkey_auth_sign_in_with_custom_token")
public func authSignInWithCustomToken(
  _ auth: OpaquePointer?, _ token: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let token = try given(token, or: .invalidCustomToken)
    return { OperationResult(try await auth.signIn(withCustomToken: token)) }
  }
}

@_cdecl("latchkey_auth_create_user")
public func authCreateUser(
  _ auth: OpaquePointer?, _ email: CText?, _ password: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let email = try given(email, or: .missingEmail)
    let password = try given(password, or: .weakPassword)
    return { OperationResult(try await auth.createUser(withEmail: email, password: password)) }
  }
}

@_cdecl("latchkey_auth_sign_in_with_provider")
public func authSignInWithProvider(
  _ auth: OpaquePointer?, _ provider: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let provider = try givenProvider(provider, auth)
    return { OperationResult(try await auth.signIn(with: try await auth.credential(of: provider))) }
  }
}

@_cdecl("latchkey_auth_get_credential")
public func authGetCredential(
  _ auth: OpaquePointer?, _ provider: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let provider = try givenProvider(provider, auth)
    return { OperationResult(credential: try await auth.credential(of: provider)) }
  }
}

@_cdecl("latchkey_auth_cancel_page")
public func authCancelPage(_ auth: OpaquePointer?) { content(auth, Auth.self)?.cancelPresentation() }

@_cdecl("latchkey_auth_update_current_user")
public func authUpdateCurrentUser(
  _ auth: OpaquePointer?, _ user: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    let user = try givenUser(user)
    return { try await auth.updateCurrentUser(user) }
  }
}

@_cdecl("latchkey_auth_fetch_sign_in_methods")
public func authFetchSignInMethods(
  _ auth: OpaquePointer?, _ email: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let email = try given(email, or: .missingEmail)
    return { OperationResult(texts: try await auth.signInMethods(of: email)) }
  }
}

@_cdecl("latchkey_auth_initialize_recaptcha_config")
public func authInitializeRecaptchaConfig(
  _ auth: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    return { try await auth.initializeRecaptchaConfig() }
  }
}

@_cdecl("latchkey_auth_revoke_token")
public func authRevokeToken(
  _ auth: OpaquePointer?, _ authorizationCode: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    let code = try given(authorizationCode, or: .invalidCredential)
    return { try await auth.revokeToken(withAuthorizationCode: code) }
  }
}

@_cdecl("latchkey_auth_verify_phone_number")
public func authVerifyPhoneNumber(
  _ auth: OpaquePointer?, _ phoneNumber: CText?, _ session: OpaquePointer?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let provider = PhoneAuthProvider.provider(auth: try givenAuth(auth))
    let number = try given(phoneNumber, or: .missingPhoneNumber)
    // If the handle is of another kind, the call must not become a sign-in.
    let session =
      session == nil ? nil : try given(session, MultiFactorSession.self, or: .missingMultiFactorSession)
    return {
      OperationResult(texts: [try await provider.verifyPhoneNumber(number, multiFactorSession: session)])
    }
  }
}

@_cdecl("latchkey_auth_verify_phone_factor")
public func authVerifyPhoneFactor(
  _ auth: OpaquePointer?, _ factor: OpaquePointer?, _ session: OpaquePointer?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let provider = PhoneAuthProvider.provider(auth: try givenAuth(auth))
    let factor = try given(factor, MultiFactorInfo.self, or: .missingMultiFactorInfo)
    guard let factor = factor as? PhoneMultiFactorInfo else {
      throw AuthError(.missingMultiFactorInfo, "No code can be sent to an authenticator app.")
    }
    let session = try given(session, MultiFactorSession.self, or: .missingMultiFactorSession)
    return {
      OperationResult(texts: [try await provider.verifyPhoneNumber(with: factor, multiFactorSession: session)]
      )
    }
  }
}
