import Identity
import IdentityWire
import Secrets

/// Changes that a project file makes.
public struct ProjectFilePlan: Sendable {
  /// The changed values, one entry each, ordered by place.
  public internal(set) var differences: [ProjectFileDifference] = []
  /// Sentences for the operator about settings and secrets that stay unchanged.
  public internal(set) var notes: [String] = []
  /// The projects that were changed since the file was made, and that the file would change.
  public internal(set) var outdated: [ProjectID] = []
  /// New webhooks' secrets that were made and stored, by their place. They are not shown again.
  public internal(set) var newSecrets: [(path: String, secret: Secret)] = []
  var writes: [ConfigurationWrite] = []
}

/// A value that a project file changes.
public struct ProjectFileDifference: Sendable, Equatable {
  /// The place from the root: `projects/my-app/config/mfa/state`.
  public let path: String
  /// The former value as JSON; nil if there is none, and for a secret.
  public let before: String?
  /// The new value as JSON; nil if there is none, and for a secret.
  public let after: String?
  /// Nil if the value is not a secret.
  public let secretChange: SecretChange?

  /// A change of a secret. The secret itself is not shown.
  public enum SecretChange: String, Sendable {
    case set = "the secret is set"
    case changed = "the secret changes"
    case removed = "the secret is removed"
  }

  static let maximumLength = 200

  /// A description in one line.
  public var text: String {
    if let secretChange { return "\(path): \(secretChange.rawValue)" }
    return "\(path): \(Self.shortened(before)) → \(Self.shortened(after))"
  }

  /// True if the name belongs to a secret.
  private static func isSecret(_ name: String) -> Bool {
    ProviderSecretName(rawValue: name) != nil || name == ProjectDocument.secretName
  }

  private static func shortened(_ text: String?) -> String {
    guard let text else { return "-" }
    return text.count > maximumLength ? "\(text.prefix(maximumLength))…" : text
  }

  /// Returns the differences of two documents, ordered by place. A missing member equals `null`.
  static func between(_ before: JSONValue?, _ after: JSONValue?, at path: String) -> [ProjectFileDifference] {
    let (before, after) = (before == .null ? nil : before, after == .null ? nil : after)
    if let before, let after, before.hasSameBytes(as: after) { return [] }
    if before == nil, after == nil { return [] }
    switch (before, after) {
    case (.object?, .object?), (.object?, nil), (nil, .object?):
      let (old, new) = (before?.objectValue ?? [:], after?.objectValue ?? [:])
      return Set(old.keys).union(new.keys).sorted().flatMap { name in
        between(old[name], new[name], at: "\(path)/\(name)")
      }
    default: break
    }
    if path.split(separator: "/").last.map({ isSecret(String($0)) }) == true {
      let change: SecretChange = before == nil ? .set : after == nil ? .removed : .changed
      return [ProjectFileDifference(path: path, before: nil, after: nil, secretChange: change)]
    }
    return [
      ProjectFileDifference(
        path: path, before: before.map(JSONWriter.text), after: after.map(JSONWriter.text), secretChange: nil)
    ]
  }
}

extension JSONValue {
  /// True if both are encoded in the same bytes. `==` also accepts canonically equivalent texts.
  func hasSameBytes(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.array(let one), .array(let other)):
      one.count == other.count && zip(one, other).allSatisfy { $0.hasSameBytes(as: $1) }
    case (.object(let one), .object(let other)):
      one.count == other.count
        && one.allSatisfy { name, value in other[name].map { value.hasSameBytes(as: $0) } ?? false }
    default: self == other
    }
  }
}
