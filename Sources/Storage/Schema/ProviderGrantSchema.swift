extension SchemaMigration {
  /// Adds the sealed token by which an app's access is taken back at a provider. Links that there are have none.
  static let providerGrants = SchemaMigration(name: "0020 provider grants") { dialect in
    ["ALTER TABLE provider_links ADD COLUMN sealed_grant \(dialect.blob)"]
  }
}
