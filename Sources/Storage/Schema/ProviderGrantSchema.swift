extension SchemaMigration {
  /// Adds the sealed token that revokes an app's access at a provider. Existing links have none.
  static let providerGrants = SchemaMigration(name: "0020 provider grants") { dialect in
    ["ALTER TABLE provider_links ADD COLUMN sealed_grant \(dialect.blob)"]
  }
}
