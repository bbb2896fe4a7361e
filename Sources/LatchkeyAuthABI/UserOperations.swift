import CLatchkeyAuth
import Foundation
import IdentityWire
import LatchkeyAuth

@_cdecl("latchkey_user_get_id_token")
public func userGetIDToken(
  _ user: OpaquePointer?, _ forceRefresh: Bool, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    return {
      let token = try await user.getIDToken(forcingRefresh: forceRefresh)
      return OperationResult(
        texts: [token], claims: (try? UnverifiedJWT(token, costlyText: .dropped)).map { .object($0.claims) })
    }
  }
}

@_cdecl("latchkey_user_reload")
public func userReload(
  _ user: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    return { try await user.reload() }
  }
}

@_cdecl("latchkey_user_delete")
public func userDelete(
  _ user: OpaquePointer?, _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    return { try await user.delete() }
  }
}

// MARK: Changing the account

@_cdecl("latchkey_user_update_email")
public func userUpdateEmail(
  _ user: OpaquePointer?, _ email: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let email = try given(email, or: .missingEmail)
    return { try await user.changeEmail(to: email) }
  }
}

@_cdecl("latchkey_user_update_password")
public func userUpdatePassword(
  _ user: OpaquePointer?, _ password: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let password = try given(password, or: .weakPassword)
    return { try await user.updatePassword(to: password) }
  }
}

@_cdecl("latchkey_user_update_phone_number")
public func userUpdatePhoneNumber(
  _ user: OpaquePointer?, _ credential: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let credential = try givenPhoneCredential(credential)
    return { try await user.updatePhoneNumber(credential) }
  }
}

@_cdecl("latchkey_user_update_profile")
public func userUpdateProfile(
  _ user: OpaquePointer?, _ displayName: CText?, _ photoURL: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let request = try givenUser(user).createProfileChangeRequest()
    if let name = string(displayName) { request.displayName = name.nonEmpty }
    if let address = string(photoURL) {
      let url = address.nonEmpty.flatMap { URL(string: $0) }
      guard url != nil || address.isEmpty else {
        throw AuthError(.internalError, "The address of the picture is none.")
      }
      request.photoURL = url
    }
    return { try await request.commitChanges() }
  }
}

@_cdecl("latchkey_user_send_email_verification")
public func userSendEmailVerification(
  _ user: OpaquePointer?, _ settings: UnsafePointer<latchkey_action_code_settings>?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let settings = try actionCodeSettings(settings)
    return { try await user.sendEmailVerification(with: settings) }
  }
}

@_cdecl("latchkey_user_send_email_verification_before_updating_email")
public func userSendEmailVerificationBeforeUpdatingEmail(
  _ user: OpaquePointer?, _ email: CText?, _ settings: UnsafePointer<latchkey_action_code_settings>?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let user = try givenUser(user)
    let email = try given(email, or: .missingEmail)
    let settings = try actionCodeSettings(settings)
    return {
      try await user.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: settings)
    }
  }
}

// MARK: Ways to sign in

@_cdecl("latchkey_user_link_with_credential")
public func userLinkWithCredential(
  _ user: OpaquePointer?, _ credential: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    let credential = try givenCredential(credential)
    return { OperationResult(try await user.link(with: credential)) }
  }
}

@_cdecl("latchkey_user_link_with_provider")
public func userLinkWithProvider(
  _ user: OpaquePointer?, _ provider: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    let provider = try givenProvider(provider, user.auth)
    return { OperationResult(try await user.link(with: try await user.auth.credential(of: provider))) }
  }
}

@_cdecl("latchkey_user_reauthenticate_with_credential")
public func userReauthenticateWithCredential(
  _ user: OpaquePointer?, _ credential: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    let credential = try givenCredential(credential)
    return { OperationResult(try await user.reauthenticate(with: credential)) }
  }
}

@_cdecl("latchkey_user_reauthenticate_with_provider")
public func userReauthenticateWithProvider(
  _ user: OpaquePointer?, _ provider: OpaquePointer?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    let provider = try givenProvider(provider, user.auth)
    return {
      OperationResult(try await user.reauthenticate(with: try await user.auth.credential(of: provider)))
    }
  }
}

@_cdecl("latchkey_user_unlink")
public func userUnlink(
  _ user: OpaquePointer?, _ providerID: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let user = try givenUser(user)
    let providerID = try given(providerID, or: .noSuchProvider)
    return { OperationResult(user: try await user.unlink(fromProvider: providerID)) }
  }
}
