import Foundation
import Secrets

/// The retention of the audit log, and the receiver of its records.
public struct AuditConfiguration: Sendable {
  public struct Webhook: Sendable {
    public var url: String
    /// The secret that signs deliveries.
    public var secret: Secret
    /// The projects whose records are sent. Empty for all projects and for records without a project.
    public var projects: [String]
    /// True if the address may be on this machine or a private network, and may use http.
    public var allowsPrivateAddresses: Bool
  }

  /// The retention of records; nil to keep them for ever.
  public var retention: Duration?
  public var webhook: Webhook?
}

enum AuditSettings {
  static let retention = Setting(
    "audit.retention", .duration(0...3_650 * 86_400_000), default: "400d",
    "The time for which audit records are stored; 0 for ever.")
  static let url = Setting(
    "audit.webhook.url", .text("an https address"),
    "The address that receives the audit log. Without an address, nothing is sent.")
  static let secret = Setting(
    "audit.webhook.secret", .secret, "The key that signs deliveries: 16 to 256 bytes.")
  static let secretFile = Setting(
    "audit.webhook.secretFile", .secretFile, "The file with the key that signs deliveries.")
  static let projects = Setting(
    "audit.webhook.projects", .list("ids of projects"),
    "The projects whose records are sent. (default: all projects, and the installation's own records)")
  static let privateAddresses = Setting(
    "audit.webhook.privateAddresses", .flag, default: "false",
    "Whether the receiver may be on this machine or in a private network.")

  static let all = [retention, url, secret, secretFile, projects, privateAddresses]
  private static let secretLengths = 16...256
  private static let day = Duration.seconds(86_400)

  static func read(_ reader: SettingsReader) -> AuditConfiguration {
    let kept = reader.duration(retention)
    if kept != .zero, kept < day {
      reader.problem(
        retention, "An audit log of less than one day is useless.",
        fix: "Write at least 1d, or 0 to keep it for ever.")
    }
    return AuditConfiguration(retention: kept == .zero ? nil : kept, webhook: webhook(reader))
  }

  private static func webhook(_ reader: SettingsReader) -> AuditConfiguration.Webhook? {
    let address = reader.text(url)
    let key = reader.secret(secret, file: secretFile)
    let ids = reader.list(projects)
    let isPrivate = reader.flag(privateAddresses)
    guard let address else {
      for setting in [secret, secretFile, projects, privateAddresses] where reader.isSet(setting) {
        reader.problem(
          setting, "The audit log's webhook has no address.",
          fix: "Set \(url.key), or remove the section.")
        return nil
      }
      return nil
    }
    let schemes = isPrivate ? ["https", "http"] : ["https"]
    if let components = URLComponents(string: address), components.host?.isEmpty == false,
      components.user == nil, schemes.contains(components.scheme ?? "")
    {
    } else {
      reader.problem(
        url, "\"\(address.prefix(120))\" is not an https address.",
        fix: "Write an https address, or set \(privateAddresses.key) for an address in your own network.")
    }
    guard let key else {
      if !reader.isSet(secret), !reader.isSet(secretFile) {
        reader.problem(
          secretFile,
          "The secret is missing. The receiver needs it to recognise forged deliveries.",
          fix: "Name a file with a secret. To create a secret, run: openssl rand -hex 32")
      }
      return nil
    }
    guard secretLengths.contains(key.reveal().utf8.count) else {
      reader.problem(
        reader.isSet(secret) ? secret : secretFile, "The secret does not have 16 to 256 bytes.",
        fix: "Create a secret: openssl rand -hex 32")
      return nil
    }
    return .init(url: address, secret: key, projects: ids, allowsPrivateAddresses: isPrivate)
  }
}
