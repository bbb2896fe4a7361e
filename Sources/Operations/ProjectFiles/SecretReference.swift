import Identity
import IdentityWire
import Secrets

/// The place from which a project file takes a secret. The file never contains the secret itself.
public enum SecretReference: Sendable, Hashable {
  case environment(String)
  /// A path. A relative path starts at the project file's directory.
  case file(String)

  /// Reads a secret.
  ///
  /// - Returns: nil if the environment lacks the variable.
  public typealias Reader = @Sendable (SecretReference) throws(IdentityError) -> Secret?

  static let environmentName = "fromEnvironment"
  static let fileName = "fromFile"
  /// The prefix of the server's own variables, including the master key's.
  static let reservedPrefix = "LATCHKEY_"

  /// - Throws: `INVALID_CONFIG` if the value is not a reference. The error does not repeat the value: it may
  ///   be the secret.
  init(_ value: JSONValue, at path: String) throws(IdentityError) {
    let members = value.objectValue ?? [:]
    guard members.count == 1, let member = members.first, let text = member.value.stringValue else {
      throw Self.none(path)
    }
    switch member.key {
    case Self.environmentName:
      guard Self.isVariable(text) else {
        throw .inFile(path, "\(member.key) has to be the name of a variable.")
      }
      guard !text.uppercased().hasPrefix(Self.reservedPrefix) else {
        throw .inFile(path, "Variables that begin with \(Self.reservedPrefix) are the server's own.")
      }
      self = .environment(text)
    case Self.fileName:
      guard (1...4_096).contains(text.utf8.count), !text.utf8.contains(0) else {
        throw .inFile(path, "\(member.key) has to be the path of a file.")
      }
      self = .file(text)
    default: throw Self.none(path)
    }
  }

  private static func none(_ path: String) -> IdentityError {
    .inFile(
      path, "This is a secret. Write {\(environmentName): VARIABLE} or {\(fileName): PATH} in its place.")
  }

  private static func isVariable(_ text: String) -> Bool {
    guard (1...200).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return first | 0x20 >= UInt8(ascii: "a") && text.utf8.allSatisfy(isWordByte)
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// A secret of a provider, a captcha service, a mail server or an SMS gateway.
enum ProviderSecretName: String, CaseIterable {
  case clientSecret, privateKey, secret, password
}
