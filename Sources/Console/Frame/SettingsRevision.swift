import Identity
import IdentityWire

/// Tells whether a form of settings was made of those that there still are: its field `revision` has to be theirs. So
/// nobody puts back unseen what somebody else has changed since they opened the page.
enum SettingsRevision {
  static func text(_ project: Project, _ tenant: Tenant?) -> String {
    tenant.map { "\(project.revision).\($0.revision)" } ?? "\(project.revision)"
  }
}

extension ConsoleForm {
  /// - Throws: `SETTINGS_CHANGED` with 409 for a form that was made of others. One that does not say is let through.
  func requireMade(of revision: String) throws(WireError) {
    guard self["revision"] ?? revision == revision else {
      throw WireError(
        httpStatus: 409, code: "SETTINGS_CHANGED", detail: "The settings were changed meanwhile.")
    }
  }
}
