import Foundation
import Secrets

/// The delivery of mails.
public struct MailConfiguration: Sendable {
  public enum Security: String, Sendable, CaseIterable { case starttls, tls, none }

  public var host: String
  public var port: Int
  public var security: Security
  /// The user name at the mail server; nil if the server needs none.
  public var username: String?
  public var password: Secret?
  /// Certificates (PEM) that are trusted instead of the system's.
  public var caFile: String?
  /// The name in the greeting to the mail server; nil for the machine's name.
  public var heloName: String?
  /// `Name <name@example.com>` or the address alone.
  public var from: String
  public var replyTo: String?
  /// A directory with templates that replace the built-in templates.
  public var templates: String?
  /// A BCP 47 tag: the language of mails if no other is known.
  public var language: String
}

enum MailSettings {
  static let host = Setting(
    "mail.smtp.host", .text("the name of a mail server"),
    "The mail server. Without a mail server, no mail is sent.")
  static let port = Setting(
    "mail.smtp.port", .integer(1...65_535),
    "The port of the mail server. (default: 587 with starttls, 465 with tls, 25 with none)")
  static let security = Setting(
    "mail.smtp.security", .choice(MailConfiguration.Security.allCases.map(\.rawValue)), default: "starttls",
    "The protection of the connection to the mail server: starttls, tls, or none.")
  static let username = Setting("mail.smtp.username", .text("a name"), "The user name at the mail server.")
  static let password = Setting("mail.smtp.password", .secret, "The password at the mail server.")
  static let passwordFile = Setting(
    "mail.smtp.passwordFile", .secretFile, "The file with the password at the mail server.")
  static let caFile = Setting(
    "mail.smtp.caFile", .file, "Certificates to trust for the mail server instead of the system's, as PEM.")
  static let heloName = Setting(
    "mail.smtp.heloName", .text("a host name"),
    "The name that the server gives in HELO. (default: the machine's name)")
  static let from = Setting(
    "mail.from", .text("an address, such as Example <noreply@example.com>"), "The sender of mails.")
  static let replyTo = Setting("mail.replyTo", .text("an address"), "The address for replies to mails.")
  static let templates = Setting(
    "mail.templates", .directory, "A directory with templates that replace the built-in templates.")
  static let language = Setting(
    "mail.language", .text("a language, such as en or pt-BR"), default: "en",
    "The language of mails if the request names no language.")

  static let all = [
    host, port, security, username, password, passwordFile, caFile, heloName, from, replyTo, templates,
    language,
  ]

  /// - Returns: nil if no mail is sent.
  static func read(_ reader: SettingsReader) -> MailConfiguration? {
    let name = reader.text(host)
    let security = reader.choice(security, MailConfiguration.Security.self) ?? .starttls
    let usual = [MailConfiguration.Security.starttls: 587, .tls: 465, .none: 25][security] ?? 587
    // Without this check, the reader would return the lowest allowed port if no port is set.
    let port = reader.text(port) == nil ? usual : reader.integer(port)
    let mail = MailConfiguration(
      host: name ?? "", port: port, security: security, username: reader.text(username),
      password: reader.secret(password, file: passwordFile),
      caFile: reader.path(caFile), heloName: reader.text(heloName), from: reader.text(from) ?? "",
      replyTo: reader.text(replyTo), templates: reader.path(templates),
      language: reader.text(language) ?? "en")
    guard let name else {
      for setting in all where setting != host && reader.isSet(setting) {
        reader.problem(
          setting, "The mail settings name no mail server.", fix: "Set \(host.key), or remove the section.")
        return nil
      }
      reader.warn(
        host, "No mail will be sent: users cannot reset a password or verify an address.",
        fix: "Set \(host.key) and \(from.key).")
      return nil
    }
    check(reader, mail, name)
    return mail
  }

  private static func check(_ reader: SettingsReader, _ mail: MailConfiguration, _ name: String) {
    if !ServerNames.isHost(name) {
      reader.problem(host, "\"\(name.prefix(60))\" is not a server's name.", fix: "Write only the name.")
    }
    if mail.from.isEmpty {
      reader.problem(from, "It is missing.", fix: "Write the sender of mails: noreply@example.com.")
    } else if !isAddress(mail.from) {
      reader.problem(from, "It is not a mail address.", fix: "Write it as Example <noreply@example.com>.")
    }
    if let replyTo = mail.replyTo, !isAddress(replyTo) {
      reader.problem(Self.replyTo, "It is not a mail address.", fix: "Write it as help@example.com.")
    }
    if (mail.username == nil) != (mail.password == nil) {
      reader.problem(
        mail.username == nil ? passwordFile : username,
        "There is only a \(mail.username == nil ? "password" : "user name").",
        fix: "Set both \(username.key) and \(passwordFile.key), or neither.")
    }
    if mail.security == .none, mail.username != nil, !ServerNames.isLocal(name) {
      reader.problem(
        security, "An attacker on the network could read the password.", fix: "Set it to starttls or tls.")
    }
    if let templates = mail.templates {
      var isDirectory: ObjCBool = false
      if !FileManager.default.fileExists(atPath: templates, isDirectory: &isDirectory)
        || !isDirectory.boolValue
      {
        reader.problem(
          Self.templates, "\(templates) is not a directory.", fix: "Create it, or remove the key.")
      }
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    var address = Substring(text)
    if let start = text.lastIndex(of: "<"), text.hasSuffix(">") {
      address = text[text.index(after: start)...].dropLast()
    }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      && !address.contains { $0.isWhitespace || "<>,;".contains($0) }
  }
}

/// Checks the names of other servers.
enum ServerNames {
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 253
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x3A].contains(byte)
      }
  }

  static func isLocal(_ text: String) -> Bool {
    text == "localhost" || ListenSettings.isLoopback(text)
  }
}
