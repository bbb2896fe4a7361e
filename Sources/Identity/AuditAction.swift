/// The action that an audit record describes.
public enum AuditAction: String, Sendable, Codable, CaseIterable {
  case signUp = "account.sign-up"
  case signIn = "account.sign-in"
  /// A signed-in user got new tokens without a new proof.
  case continuation = "account.session-continuation"
  case link = "account.link"
  case unlink = "account.unlink"
  case passwordChange = "account.password-change"
  case passwordReset = "account.password-reset"
  case emailChange = "account.email-change"
  case emailVerification = "account.email-verification"
  /// A person who reads an address's mail said that they did not create the account, or did not request the change to
  /// this address.
  case disowning = "account.disowning"
  case phoneNumberChange = "account.phone-number-change"
  case factorEnrolment = "account.factor-enrolment"
  case factorWithdrawal = "account.factor-withdrawal"
  /// A second factor replaced another factor. Both have the same id, or the other factor was withdrawn in the same
  /// change.
  case factorReplacement = "account.factor-replacement"
  /// New recovery codes replaced the previous ones, or an administrator deleted them.
  case recoveryCodeChange = "account.recovery-code-change"
  case passkeyEnrolment = "account.passkey-enrolment"
  case passkeyRemoval = "account.passkey-removal"
  case revocation = "account.revocation"
  case claimsChange = "account.claims-change"
  case update = "account.update"
  case deletion = "account.deletion"
  /// A mail or text message with a code was requested.
  case codeRequest = "account.code-request"
  case sessionCookie = "account.session-cookie"
  /// A used refresh token was presented again, and its sign-in ended.
  case refreshTokenReuse = "account.refresh-token-reuse"
  /// An administrator signed out of the console.
  case signOut = "account.sign-out"

  case accountCreation = "account.creation"
  case disabling = "account.disabling"
  case enabling = "account.enabling"
  case imports = "accounts.import"
  case export = "accounts.export"
  case deletionOfAll = "accounts.deletion-of-all"

  case projectCreation = "project.creation"
  case projectUpdate = "project.update"
  case providerUpdate = "project.providers"
  /// An administrator tested a sign-in with a provider. The test signed no user in.
  case providerTrial = "project.provider-trial"
  case serviceAccountUpdate = "project.service-accounts"
  case administratorTokenUpdate = "project.administrator-tokens"
  /// An administrator sent an example of a message.
  case messageExample = "project.message-example"
  case tenantCreation = "tenant.creation"
  case tenantUpdate = "tenant.update"
  case tenantDeletion = "tenant.deletion"
  case keyCreation = "keys.creation"
  case keyRetirement = "keys.retirement"
  /// A signing key was resealed under another master key.
  case keyResealing = "keys.resealing"
  /// The key of a project's password hashes was read.
  case signerKeyReading = "keys.signer-key-reading"
  /// The database was copied, or the copy failed.
  case backupCreation = "backup.creation"
  /// Backups were deleted because newer ones replaced them.
  case backupDeletion = "backup.deletion"
  /// More requests were refused than are recorded one by one.
  case refusalsOmitted = "audit.refusals-omitted"
}
