extension SchemaMigration {
  /// Adds what an account's recovery codes are known by. Servers of the version before leave them behind when the last
  /// second factor goes; without one they are read as none.
  static let recoveryCodes = SchemaMigration(name: "0022 recovery codes") { dialect in
    ["ALTER TABLE accounts ADD COLUMN recovery_codes \(dialect.text)"]
  }
}
