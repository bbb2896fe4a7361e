import Identity
import IdentityWire
import Operations

/// The choice of the client authentication at a provider's token endpoint.
enum TokenAuthenticationField {
  private static let name = "tokenAuthentication"
  private static let automatic = "automatic"

  static func field(
    _ methods: [ProviderSettings.TokenAuthentication], _ request: ConsoleRequest,
    _ stored: ProviderSettings.TokenAuthentication?
  ) -> SettingField {
    let texts = request.texts
    let key = "methods.field.\(name)"
    return .choice(
      name, texts(key), request.filled(name, stored?.rawValue ?? automatic),
      ([automatic] + methods.map(\.rawValue)).map { method in
        (method, method == automatic ? texts("\(key).\(automatic)") : method, texts("\(key).\(method).hint"))
      })
  }

  /// - Throws: `INVALID_FORM` for a method that the form does not offer.
  static func change(_ methods: [ProviderSettings.TokenAuthentication], _ form: ConsoleForm) throws
    -> FieldChange<ProviderSettings.TokenAuthentication>
  {
    let chosen = try form.text(name)
    if chosen == automatic { return .removed }
    guard let method = methods.first(where: { $0.rawValue == chosen }) else {
      throw WireError.badRequest("INVALID_FORM")
    }
    return .replaced(method)
  }
}
