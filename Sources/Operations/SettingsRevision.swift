import Identity
import IdentityWire
import Synchronization

/// Of which settings of a project, and of a tenant of it, somebody's changes were made. While it is the current one, the
/// first change of either is refused where there are others by now, in one step with the write; what the same operation
/// writes after that follows from it.
public final class SettingsRevision: Sendable {
  @TaskLocal public static var current: SettingsRevision?

  private struct Expected {
    var project: Int64?
    var tenant: Int64?
  }

  private let expected: Mutex<Expected>

  /// - Returns: nil for what ``text(_:_:)`` does not make.
  public init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(numbers.count), !numbers.contains(nil) else { return nil }
    expected = Mutex(Expected(project: numbers[0], tenant: numbers.count == 2 ? numbers[1] : nil))
  }

  public static func text(_ project: Project, _ tenant: Tenant?) -> String {
    tenant.map { "\(project.revision).\($0.revision)" } ?? "\(project.revision)"
  }

  /// - Throws: `SETTINGS_CHANGED` with 409.
  func check(_ project: Project) throws(WireError) {
    try check(expected.withLock { $0.project }, project.revision)
  }

  /// - Throws: `SETTINGS_CHANGED` with 409.
  func check(_ tenant: Tenant) throws(WireError) {
    try check(expected.withLock { $0.tenant }, tenant.revision)
  }

  func noteProjectWritten() { expected.withLock { $0.project = nil } }
  func noteTenantWritten() { expected.withLock { $0.tenant = nil } }

  private func check(_ expected: Int64?, _ revision: Int64) throws(WireError) {
    guard expected ?? revision == revision else {
      throw WireError(
        httpStatus: 409, code: "SETTINGS_CHANGED", detail: "The settings were changed meanwhile.")
    }
  }
}
