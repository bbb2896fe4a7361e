import Foundation
import IdentityProviders
import Messaging
import Settings

/// The configured certificate authorities for providers.
struct ConfiguredProviders {
  let configuration: ProvidersConfiguration

  /// The mistakes in the file of authorities.
  var mistakes: [SettingMistake] {
    guard let path = configuration.caFile, Self.read(path) == nil else { return [] }
    return [
      SettingMistake(
        "providers.caFile", "\(path) cannot be read, or contains no certificate.",
        fix: "Name a file of certificates in PEM, or remove the setting.")
    ]
  }

  /// Nil if the system's authorities are used.
  ///
  /// - Throws: the mistakes in the file.
  func authorities() throws(CommandFailure) -> CertificateAuthorities? {
    guard let path = configuration.caFile else { return nil }
    guard let authorities = Self.read(path) else { throw CommandFailure(mistakes) }
    return authorities
  }

  private static func read(_ path: String) -> CertificateAuthorities? {
    FileManager.default.contents(atPath: path).flatMap { CertificateAuthorities(pem: Array($0)) }
  }
}
