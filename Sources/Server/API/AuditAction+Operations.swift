import HTTPTypes
import Identity

extension AuditAction {
  /// The audit action for an operation's path. Nil for operations that neither change an account nor reveal its data.
  /// Also nil for refreshes, which are too frequent.
  init?(path: String, method: HTTPRequest.Method) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let operation = name.split(separator: ":").last.map(String.init) ?? name
    if let action = Self.byOperation[name] ?? Self.byOperation[operation] {
      self = action
      return
    }
    guard method != .get else { return nil }
    let parts = path.split(separator: "/").map(String.init)
    if name == "accounts" {
      self = .accountCreation
    } else if parts.contains("webhooks") || name == "config" || name == "captchaConfig"
      || name == "smsGatewayConfig" || name == "brandingConfig"
      || name == "passkeyConfig" && !parts.contains("{tenant}")
    {
      self = .projectUpdate
    } else if parts.contains(where: Self.providerCollections.contains) {
      self = .providerUpdate
    } else if name == "tenants" {
      self = .tenantCreation
    } else if name == "passkeyConfig" {
      self = .tenantUpdate
    } else if name == "{tenant}" {
      self = method == .delete ? .tenantDeletion : .tenantUpdate
    } else {
      return nil
    }
  }

  private static let providerCollections = [
    "defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs",
  ]

  /// The actions by the names of operations, in both generations of the API.
  private static let byOperation: [String: AuditAction] = [
    "signUp": .signUp, "signupNewUser": .signUp,
    "signInWithPassword": .signIn, "verifyPassword": .signIn,
    "signInWithIdp": .signIn, "verifyAssertion": .signIn, "signInWithGameCenter": .signIn,
    "signInWithCustomToken": .signIn, "verifyCustomToken": .signIn,
    "signInWithEmailLink": .signIn, "emailLinkSignin": .signIn,
    "signInWithPhoneNumber": .signIn, "verifyPhoneNumber": .signIn,
    "mfaSignIn:finalize": .signIn, "mfaSignIn:start": .codeRequest,
    "mfaEnrollment:start": .codeRequest, "mfaEnrollment:finalize": .factorEnrolment,
    "mfaEnrollment:withdraw": .factorWithdrawal, "mfaRecoveryCodes:regenerate": .recoveryCodeChange,
    "passkeyEnrollment:finalize": .passkeyEnrolment, "passkeySignIn:finalize": .signIn,
    "sendOobCode": .codeRequest, "getOobConfirmationCode": .codeRequest, "sendVerificationCode": .codeRequest,
    "update": .update, "setAccountInfo": .update, "delete": .deletion, "deleteAccount": .deletion,
    "resetPassword": .passwordReset, "createSessionCookie": .sessionCookie,
    "batchCreate": .imports, "uploadAccount": .imports, "batchDelete": .deletion,
    "batchGet": .export, "downloadAccount": .export,
  ]
}
