import Identity
import IdentityProviders
import IdentityWire
import Operations

/// `methods`: the sign-in methods, their providers, and the settings for all of them.
struct SignInMethodsSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: [
      "methods_list": PackageResources.methods_list_mustache,
      "methods_settings": PackageResources.methods_settings_mustache,
      "methods_phone": PackageResources.methods_phone_mustache,
      "methods_passkeys": PackageResources.methods_passkeys_mustache,
      "methods_provider": PackageResources.methods_provider_mustache,
      "methods_test": PackageResources.methods_test_mustache,
      "methods_leave": PackageResources.methods_leave_mustache,
      "methods_new_oauth": PackageResources.methods_new_oauth_mustache,
      "methods_new_oidc": PackageResources.methods_new_oidc_mustache,
      "methods_new_saml": PackageResources.methods_new_saml_mustache,
    ],
    partials: [
      "methods_tabs": PackageResources.methods_tabs_mustache,
      "methods_field": PackageResources.methods_field_mustache,
      "methods_values": PackageResources.methods_values_mustache,
      "methods_fields": PackageResources.methods_fields_mustache,
      "methods_addresses": PackageResources.methods_addresses_mustache,
      "methods_keys": PackageResources.methods_keys_mustache,
      "methods_guide": PackageResources.methods_guide_mustache,
      "methods_checks": PackageResources.methods_checks_mustache,
      "methods_metadata": PackageResources.methods_metadata_mustache,
      "methods_certificates": PackageResources.methods_certificates_mustache,
    ],
    texts: [
      "methods": .init(
        en: PackageResources.methods_en_json, ja: PackageResources.methods_ja_json,
        vi: PackageResources.methods_vi_json)
    ],
    assets: ["methods_leave.js": .script(PackageResources.methods_leave_js)])

  func add(to routes: ConsoleRouteTable) {
    MethodList().add(to: routes)
    EmailMethod().add(to: routes)
    PhoneMethod().add(to: routes)
    AnonymousMethod().add(to: routes)
    PasskeyPages().add(to: routes)
    PasswordPolicyPage().add(to: routes)
    AccountRulesPage().add(to: routes)
    SecondFactorsPage().add(to: routes)
    SMSRegionsPage().add(to: routes)
    CaptchaPage().add(to: routes)
    ProviderPages().add(to: routes)
    ProviderTestPages().add(to: routes)
    NewOAuthProvider().add(to: routes)
    NewOpenIDProvider().add(to: routes)
    NewSAMLProvider().add(to: routes)
    SAMLKeyPages().add(to: routes)
  }
}

/// The tabs of the section: the list of methods, and the pages beside it.
enum MethodsTab: String, CaseIterable {
  case list = ""
  case passkeys, passwords, accounts, factors, regions
  /// A page of projects only: tenants use their project's settings.
  case captcha

  struct Link: Sendable {
    let title: String
    let path: String
    let isCurrent: Bool
  }

  static func links(_ current: MethodsTab?, _ request: ConsoleRequest) -> [Link] {
    allCases.filter { $0 != .captcha || request.tenant == nil }.map { tab in
      Link(
        title: request.texts("methods.tab.\(tab == .list ? "list" : tab.rawValue)"),
        path: request.path(tab == .list ? "methods" : "methods/\(tab.rawValue)"), isCurrent: tab == current)
    }
  }
}

extension ConsoleRequest {
  /// The redirect URIs at the server's configured origins. If the browser used one of these origins, the URI at that
  /// origin is the first.
  var redirectURIs: [String] {
    ([origin] + domain.origins.filter { $0 != origin }).map(redirectAddress.uri)
  }

  var redirectURI: String { redirectAddress.uri(at: origin) }

  /// Returns the address to which a SAML provider posts its responses.
  ///
  /// - Parameter handler: one of ``redirectURIs``.
  func assertionConsumerService(of settings: SAMLProviderSettings, handler: String) -> String {
    settings.assertionConsumerService(
      handler: handler, redirectAddress, origins: domain.origins, in: caller.scope)
  }
}
