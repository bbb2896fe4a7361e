import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// A provider's configuration message that is stored in a project or tenant.
public protocol ProviderConfig: ProviderConfigMessage {
  /// True if a configuration of this kind may have the ID.
  static func accepts(id: String) -> Bool
  /// Returns the IDs of all configurations of this kind.
  static func ids(in list: ProviderList) -> [String]
  /// True if a list of all configurations includes this id.
  static func isListed(_ id: String) -> Bool
  /// - Parameter secrets: opens a provider's secrets.
  init?(
    _ id: String, in list: ProviderList,
    secrets: (ProviderSettings) throws(IdentityError) -> ProviderSecrets) throws(IdentityError)
  /// Returns the configuration with additional facts that the project publishes.
  func published(of project: Project) -> Self
  /// Applies the parts of a mask that the merged configuration alone does not show, such as removed fields.
  func settled(_ change: Self, by mask: FieldMask) -> Self
  /// Stores this configuration under the ID. It must be complete, but a secret that it lacks stays stored, unless an
  /// address that receives the secret changes.
  func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor) throws(IdentityError)
}

extension ProviderConfig {
  public static func isListed(_ id: String) -> Bool { true }

  public func published(of project: Project) -> Self { self }

  public func settled(_ change: Self, by mask: FieldMask) -> Self { self }
}

extension IdentityError {
  static let configurationNotFound = IdentityError.missing(.configurationNotFound)

  static func missingClientID(_ why: String) -> IdentityError { .refused(.missingOAuthClientID, why) }
  static func missingClientSecret(_ why: String) -> IdentityError {
    .refused(.missingOAuthClientSecret, why)
  }
}

/// Checks texts in a provider's configuration.
public enum ProviderConfigText {
  /// - Throws: `INVALID_CONFIG` if the text is too long or contains control characters.
  static func checked(_ text: String?, _ name: String) throws(IdentityError) -> String {
    let text = text ?? ""
    guard text.utf8.count <= ProviderChange.maximumLength, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw .invalidConfig("\(name) is too long, or holds control characters.")
    }
    return text
  }

  /// Returns domains of e-mail addresses in the form in which addresses are compared, without duplicates.
  ///
  /// - Throws: `INVALID_CONFIG`.
  public static func emailDomains(_ texts: [String]) throws(IdentityError) -> [String] {
    guard texts.count <= 100 else { throw .invalidConfig("There may be 100 domains of e-mail addresses.") }
    var domains: [String] = []
    for text in texts {
      guard !text.contains("@"), !text.contains("*"), text.contains(where: { $0.isLetter || $0.isNumber }),
        let address = EmailAddress("somebody@" + text)
      else {
        throw .invalidConfig("\"\(text.prefix(100))\" is not the domain of an e-mail address.")
      }
      let domain = String(address.domain)
      if !domains.containsBytes(of: domain) { domains.append(domain) }
    }
    return domains
  }

  /// - Throws: `INVALID_DISPLAY_NAME`.
  static func displayName(_ text: String?) throws(IdentityError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf8.count <= 256, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .refused(.invalidDisplayName, "A provider's name has up to 256 bytes.")
    }
    return text
  }
}

extension FieldChange<Secret> {
  /// Nil if the secret is not given. An empty one removes the stored secret.
  public init?(secret text: String?) {
    guard let text else { return nil }
    self = text.isEmpty ? .removed : .replaced(Secret(text))
  }
}
