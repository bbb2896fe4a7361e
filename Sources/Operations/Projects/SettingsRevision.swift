import Identity
import IdentityWire
import Synchronization

/// The settings revision that a form was rendered from, of a project and possibly one of its tenants.
///
/// While it is ``current``, the first change of the project or tenant is refused if its settings have changed since
/// the form was rendered. The check is atomic with the write. Later writes of the same operation follow from the
/// first and are not checked again.
public final class SettingsRevision: Sendable {
  @TaskLocal public static var current: SettingsRevision?

  private enum Expected {
    case revision(Int64)
    /// The revision is unknown. Every change is refused.
    case unknown
    case written
  }

  private let project: Mutex<Expected>
  private let tenant: Mutex<Expected>

  /// - Returns: nil for text that ``text(_:_:)`` does not produce.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard (1...2).contains(parts.count), numbers.count == parts.count else { return nil }
    project = Mutex(.revision(numbers[0]))
    tenant = Mutex(numbers.count == 2 ? .revision(numbers[1]) : .unknown)
  }

  public static func text(_ project: Project, _ tenant: Tenant?) -> String {
    tenant.map { "\(project.revision).\($0.revision)" } ?? "\(project.revision)"
  }

  /// - Throws: `SETTINGS_CHANGED`.
  func check(_ project: Project) throws(IdentityError) {
    try check(self.project.withLock(\.self), project.revision)
  }

  /// - Throws: `SETTINGS_CHANGED`.
  func check(_ tenant: Tenant) throws(IdentityError) {
    try check(self.tenant.withLock(\.self), tenant.revision)
  }

  /// True if the operation changed the project or the tenant.
  public var isWritten: Bool {
    [project.withLock(\.self), tenant.withLock(\.self)].contains {
      if case .written = $0 { true } else { false }
    }
  }

  func noteProjectWritten() { project.withLock { $0 = .written } }
  func noteTenantWritten() { tenant.withLock { $0 = .written } }

  private func check(_ expected: Expected, _ revision: Int64) throws(IdentityError) {
    switch expected {
    case .written, .revision(revision): return
    case .revision, .unknown:
      throw .conflict(.settingsChanged, "The settings were changed meanwhile.")
    }
  }
}
