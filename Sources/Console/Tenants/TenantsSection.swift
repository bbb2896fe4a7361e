import Identity
import IdentityWire
import Operations

/// Tenants: separate sets of users.
struct TenantsSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: [
      "tenants": PackageResources.tenants_mustache, "tenant": PackageResources.tenant_mustache,
      "tenant_delete": PackageResources.tenant_delete_mustache,
    ],
    partials: ["tenant_ways": PackageResources.tenant_ways_mustache],
    texts: [
      "tenants": .init(
        en: PackageResources.tenants_en_json, ja: PackageResources.tenants_ja_json,
        vi: PackageResources.tenants_vi_json)
    ])

  func add(to routes: ConsoleRouteTable) {
    TenantList.add(to: routes)
    TenantPages.add(to: routes)
  }
}

/// The fields of a tenant's form.
struct TenantForm: Sendable {
  /// A sign-in method, as a checkbox.
  struct Way: Sendable {
    let name: String
    let title: String
    let isOn: Bool
  }

  /// The tenant's members that the form changes.
  static let mask =
    "displayName,disableAuth,allowPasswordSignup,enableEmailLinkSignin,enableAnonymousUser"

  private typealias Field = WritableKeyPath<TenantConfig, Bool?> & Sendable

  private static let ways: [(name: String, path: Field)] = [
    ("password", \.allowPasswordSignup), ("emailLink", \.enableEmailLinkSignin),
    ("anonymous", \.enableAnonymousUser),
  ]

  /// - Parameter form: the rejected form.
  static func ways(of config: TenantConfig, _ form: ConsoleForm?, _ texts: ConsoleTexts) -> [Way] {
    ways.map { name, path in
      Way(
        name: name, title: texts("tenants.way.\(name)"),
        isOn: form?.isOn(name) ?? config[keyPath: path] ?? false)
    }
  }

  /// The sign-in methods of a tenant in one line; nil for none.
  static func summary(_ config: TenantConfig, _ texts: ConsoleTexts) -> String? {
    let open = ways.filter { config[keyPath: $0.path] == true }.map { texts("tenants.way.\($0.name)") }
    return open.isEmpty ? nil : open.joined(separator: ", ")
  }

  static func config(_ form: ConsoleForm) throws -> TenantConfig {
    var config = TenantConfig()
    let name = try form.text("name", maximum: 200)
    config.displayName = name.isEmpty ? nil : name
    config.disableAuth = form.isOn("disabled")
    for (name, path) in ways { config[keyPath: path] = form.isOn(name) }
    return config
  }
}
