extension SchemaMigration {
  /// Adds recovery codes. Servers of the previous version do not delete the codes when they delete the last second
  /// factor. The codes of an account without a second factor are ignored when the account is read.
  static let recoveryCodes = SchemaMigration(name: "0022 recovery codes") { dialect in
    ["ALTER TABLE accounts ADD COLUMN recovery_codes \(dialect.text)"]
  }
}
