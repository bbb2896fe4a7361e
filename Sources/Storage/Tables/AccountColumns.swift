import Identity

/// The columns of an account: their names, reading and writing, all in one order.
enum AccountColumns {
  /// The columns that change, except the version.
  static let changing = [
    "email", "email_verified", "initial_email", "phone_number", "display_name", "photo_url",
    "password", "password_updated_at", "disabled", "custom_attributes", "custom_auth",
    "email_link_sign_in", "created_at", "last_login_at", "last_refresh_at", "valid_since",
    "token_epoch", "factors", "email_changes", "stale_additions", "imported", "passkeys",
    "recovery_codes",
  ]

  static let all = ["local_id"] + changing + ["version"]

  static func decode(_ row: some SQLRow, in scope: Scope) throws -> Account {
    var reader = SQLRowReader(row)
    let id = try reader.accountID()
    var account = Account(id: id, scope: scope, createdAt: Instant(milliseconds: 0))
    account.email = try reader.optionalEmail()
    account.emailVerified = try reader.flag()
    account.initialEmail = try reader.optionalEmail()
    account.phoneNumber = try reader.optionalText()
    account.displayName = try reader.optionalText()
    account.photoURL = try reader.optionalText()
    account.password = try reader.optionalText().map(PasswordColumn.decode)
    account.passwordUpdatedAt = try reader.optionalMoment()
    account.disabled = try reader.flag()
    account.customAttributes = try reader.optionalText()
    account.customAuth = try reader.flag()
    account.emailLinkSignIn = try reader.flag()
    account.createdAt = try reader.moment()
    account.lastLoginAt = try reader.optionalMoment()
    account.lastRefreshAt = try reader.optionalMoment()
    account.validSince = try reader.moment()
    account.tokenEpoch = try reader.integer()
    account.factors = try reader.optionalText().map { try DocumentColumn.decode($0) } ?? []
    account.emailChanges = try reader.optionalText().map { try DocumentColumn.decode($0) } ?? []
    account.wayAdditions = try reader.optionalText().map { try DocumentColumn.decode($0) } ?? []
    account.imported = try reader.optionalText().map { try DocumentColumn.decode($0) }
    account.passkeys = try reader.optionalText().map { try DocumentColumn.decode($0) } ?? []
    account.recoveryCodes = try reader.optionalText().map { try DocumentColumn.decode($0) }
    account.version = try reader.integer()
    return account
  }

  /// The values of ``changing``.
  static func encode(_ account: Account) throws -> [SQLValue] {
    [
      SQLValue(account.email?.text),
      SQLValue(account.emailVerified),
      SQLValue(account.initialEmail?.text),
      SQLValue(account.phoneNumber),
      SQLValue(account.displayName),
      SQLValue(account.photoURL),
      SQLValue(try account.password.map(PasswordColumn.encode)),
      SQLValue(account.passwordUpdatedAt),
      SQLValue(account.disabled),
      SQLValue(account.customAttributes),
      SQLValue(account.customAuth),
      SQLValue(account.emailLinkSignIn),
      SQLValue(account.createdAt),
      SQLValue(account.lastLoginAt),
      SQLValue(account.lastRefreshAt),
      SQLValue(account.validSince),
      .integer(account.tokenEpoch),
      account.factors.isEmpty ? .null : .text(try DocumentColumn.encode(account.factors)),
      account.emailChanges.isEmpty ? .null : .text(try DocumentColumn.encode(account.emailChanges)),
      account.wayAdditions.isEmpty ? .null : .text(try DocumentColumn.encode(account.wayAdditions)),
      SQLValue(try account.imported.map { try DocumentColumn.encode($0) }),
      account.passkeys.isEmpty ? .null : .text(try DocumentColumn.encode(account.passkeys)),
      SQLValue(try account.recoveryCodes.map { try DocumentColumn.encode($0) }),
    ]
  }
}
