import Identity

/// Finds the changed settings of a project or tenant. It compares by reflection, so that a new setting cannot
/// be forgotten here.
enum ChangedSettings {
  static func names(_ project: Project, _ before: Project) -> [String] {
    names(project, before, apart: ["providers", "samlProviders", "serviceAccounts", "administratorTokens"])
  }

  static func names(_ tenant: Tenant, _ before: Tenant) -> [String] {
    names(tenant, before, apart: ["providers", "samlProviders"])
  }

  /// Sealed secrets are not compared, because each change seals them again.
  static func names(_ provider: ProviderSettings, _ before: ProviderSettings) -> [String] {
    names(provider, before, apart: ["sealedSecrets"])
  }

  /// - Parameter apart: members that have their own events, or no events.
  private static func names<Value>(_ now: Value, _ before: Value, apart: Set<String>) -> [String] {
    zip(Mirror(reflecting: now).children, Mirror(reflecting: before).children).compactMap { new, old in
      guard let name = new.label, name != "revision", !apart.contains(name) else { return nil }
      // Members that cannot be compared count as changed.
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
