import Foundation
import IdentityProviders
import Messaging
import Settings

/// How providers are reached, as the configuration says.
struct ConfiguredProviders {
  let configuration: ProvidersConfiguration

  /// What is wrong with the file of authorities.
  var mistakes: [SettingMistake] {
    guard let path = configuration.caFile, Self.read(path) == nil else { return [] }
    return [
      SettingMistake(
        "providers.caFile", "\(path) cannot be read, or holds no certificate.",
        fix: "Give a file of certificates in PEM, or leave it out.")
    ]
  }

  /// Nil when the system's are enough.
  ///
  /// - Throws: what is wrong with the file.
  func authorities() throws(CommandFailure) -> CertificateAuthorities? {
    guard let path = configuration.caFile else { return nil }
    guard let authorities = Self.read(path) else { throw CommandFailure(mistakes) }
    return authorities
  }

  private static func read(_ path: String) -> CertificateAuthorities? {
    FileManager.default.contents(atPath: path).flatMap { CertificateAuthorities(pem: Array($0)) }
  }
}
