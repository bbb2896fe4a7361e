extension SchemaMigration {
  /// Adds recovery codes. Servers of the previous version do not delete them with the last second factor; without a
  /// factor they are ignored when read.
  static let recoveryCodes = SchemaMigration(name: "0022 recovery codes") { dialect in
    ["ALTER TABLE accounts ADD COLUMN recovery_codes \(dialect.text)"]
  }
}
