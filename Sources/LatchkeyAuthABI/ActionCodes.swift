import CLatchkeyAuth
import Foundation
import LatchkeyAuth

/// Reads the settings of a mailed link; nil for NULL.
func actionCodeSettings(_ settings: UnsafePointer<latchkey_action_code_settings>?) throws(AuthError)
  -> ActionCodeSettings?
{
  guard let given = settings?.pointee else { return nil }
  let settings = ActionCodeSettings()
  if let address = string(given.url)?.nonEmpty {
    guard let url = URL(string: address) else { throw AuthError(.invalidContinueURI) }
    settings.url = url
  }
  settings.handleCodeInApp = given.handle_code_in_app
  settings.iOSBundleID = string(given.ios_bundle_id)?.nonEmpty
  settings.androidPackageName = string(given.android_package_name)?.nonEmpty
  settings.androidInstallIfNotAvailable = given.android_install_if_not_available
  settings.androidMinimumVersion = string(given.android_minimum_version)?.nonEmpty
  settings.linkDomain = string(given.link_domain)?.nonEmpty
  return settings
}

@_cdecl("latchkey_auth_send_password_reset")
public func authSendPasswordReset(
  _ auth: OpaquePointer?, _ email: CText?, _ settings: UnsafePointer<latchkey_action_code_settings>?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    let email = try given(email, or: .missingEmail)
    let settings = try actionCodeSettings(settings)
    return { try await auth.sendPasswordReset(withEmail: email, actionCodeSettings: settings) }
  }
}

@_cdecl("latchkey_auth_send_sign_in_link")
public func authSendSignInLink(
  _ auth: OpaquePointer?, _ email: CText?, _ settings: UnsafePointer<latchkey_action_code_settings>?,
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    let email = try given(email, or: .missingEmail)
    guard let settings = try actionCodeSettings(settings) else { throw AuthError(.missingContinueURI) }
    return { try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings) }
  }
}

@_cdecl("latchkey_auth_confirm_password_reset")
public func authConfirmPasswordReset(
  _ auth: OpaquePointer?, _ code: CText?, _ newPassword: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    let code = try given(code, or: .invalidActionCode)
    let password = try given(newPassword, or: .weakPassword)
    return { try await auth.confirmPasswordReset(withCode: code, newPassword: password) }
  }
}

@_cdecl("latchkey_auth_apply_action_code")
public func authApplyActionCode(
  _ auth: OpaquePointer?, _ code: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  performNothing(completion, context) {
    let auth = try givenAuth(auth)
    let code = try given(code, or: .invalidActionCode)
    return { try await auth.applyActionCode(code) }
  }
}

@_cdecl("latchkey_auth_verify_password_reset_code")
public func authVerifyPasswordResetCode(
  _ auth: OpaquePointer?, _ code: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let code = try given(code, or: .invalidActionCode)
    return { OperationResult(texts: [try await auth.verifyPasswordResetCode(code)]) }
  }
}

@_cdecl("latchkey_auth_check_action_code")
public func authCheckActionCode(
  _ auth: OpaquePointer?, _ code: CText?, _ completion: latchkey_completion?,
  _ context: UnsafeMutableRawPointer?
) {
  perform(completion, context) {
    let auth = try givenAuth(auth)
    let code = try given(code, or: .invalidActionCode)
    return {
      let info = try await auth.checkActionCode(code)
      let addresses = info.previousEmail.map { [$0, info.email] } ?? [info.email, ""]
      return OperationResult(texts: [name(of: info.operation)] + addresses)
    }
  }
}

/// Returns the protocol's name of the operation.
private func name(of operation: ActionCodeOperation) -> String {
  switch operation {
  case .unknown: "UNKNOWN"
  case .passwordReset: "PASSWORD_RESET"
  case .verifyEmail: "VERIFY_EMAIL"
  case .recoverEmail: "RECOVER_EMAIL"
  case .emailLink: "EMAIL_SIGNIN"
  case .verifyAndChangeEmail: "VERIFY_AND_CHANGE_EMAIL"
  case .revertSecondFactorAddition: "REVERT_SECOND_FACTOR_ADDITION"
  }
}

@_cdecl("latchkey_auth_is_sign_in_link")
public func authIsSignInLink(_ auth: OpaquePointer?, _ link: CText?) -> Bool {
  guard let auth = content(auth, Auth.self), let link = string(link) else { return false }
  return auth.isSignIn(withEmailLink: link)
}
