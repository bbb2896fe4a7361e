import Foundation
import Secrets

/// How long the audit log is stored, and where it is sent.
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
    "How long the audit log is kept; 0 for ever.")
  static let url = Setting(
    "audit.webhook.url", .text("an https address"),
    "The address that the audit log is sent to. Without it nothing is sent.")
  static let secret = Setting(
    "audit.webhook.secret", .secret, "The key that signs deliveries: 16 to 256 bytes.")
  static let secretFile = Setting(
    "audit.webhook.secretFile", .secretFile, "The file with the key that signs deliveries.")
  static let projects = Setting(
    "audit.webhook.projects", .list("ids of projects"),
    "The projects whose log is sent. (default: all, with the installation's own events)")
  static let privateAddresses = Setting(
    "audit.webhook.privateAddresses", .flag, default: "false",
    "Whether the address may be on this machine or in a private network.")

  static let all = [retention, url, secret, secretFile, projects, privateAddresses]
  private static let secretLengths = 16...256
  private static let day = Duration.seconds(86_400)

  static func read(_ reader: SettingsReader) -> AuditConfiguration {
    let kept = reader.duration(retention)
    if kept != .zero, kept < day {
      reader.problem(
        retention, "An audit log of less than a day tells nothing.",
        fix: "Give at least 1d, or 0 to keep it for ever.")
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
          setting, "The audit log's webhook is set up without an address.",
          fix: "Set \(url.key), or leave the section out.")
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
        url, "\"\(address.prefix(120))\" is no https address.",
        fix: "Give an https address, or set \(privateAddresses.key) for one of your own network.")
    }
    guard let key else {
      if !reader.isSet(secret), !reader.isSet(secretFile) {
        reader.problem(
          secretFile,
          "It is missing. Without it the receiver cannot tell the server's deliveries from forged ones.",
          fix: "Name a file with a secret, as made by: openssl rand -hex 32")
      }
      return nil
    }
    guard secretLengths.contains(key.reveal().utf8.count) else {
      reader.problem(
        reader.isSet(secret) ? secret : secretFile, "The secret does not have 16 to 256 bytes.",
        fix: "Make one: openssl rand -hex 32")
      return nil
    }
    return .init(url: address, secret: key, projects: ids, allowsPrivateAddresses: isPrivate)
  }
}
