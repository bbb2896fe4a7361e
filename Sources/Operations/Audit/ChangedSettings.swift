import Identity

/// Which settings of a project or tenant are others than they were. They are found by looking, so that none can be
/// forgotten here that is added there.
enum ChangedSettings {
  static func names(_ project: Project, _ before: Project) -> [String] {
    names(project, before, apart: ["providers", "samlProviders", "serviceAccounts", "administratorTokens"])
  }

  static func names(_ tenant: Tenant, _ before: Tenant) -> [String] {
    names(tenant, before, apart: ["providers", "samlProviders"])
  }

  /// Secrets are not compared: each change seals them anew.
  static func names(_ provider: ProviderSettings, _ before: ProviderSettings) -> [String] {
    names(provider, before, apart: ["sealedSecrets"])
  }

  /// - Parameter apart: members that have events of their own, or none.
  private static func names<Value>(_ now: Value, _ before: Value, apart: Set<String>) -> [String] {
    zip(Mirror(reflecting: now).children, Mirror(reflecting: before).children).compactMap { new, old in
      guard let name = new.label, name != "revision", !apart.contains(name) else { return nil }
      // What cannot be compared counts as changed.
      guard let value = new.value as? any Equatable, isSame(value, old.value) else { return shown(name) }
      return nil
    }
  }

  private static func isSame<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }

  private static func shown(_ name: String) -> String {
    switch name {
    case "sealedSignerKey": "signerKey"
    case "isRevokedOnDeletion": "revokesOnDeletion"
    default: name
    }
  }
}
