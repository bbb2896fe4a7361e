import Foundation
import Secrets

/// The delivery of text messages.
public struct SMSConfiguration: Sendable {
  public enum Gateway: String, Sendable, CaseIterable { case twilio, webhook }

  public var gateway: Gateway
  /// The address that messages are posted to; nil for Twilio's own address.
  public var url: String?
  /// The account at Twilio.
  public var account: String?
  /// Twilio's token, or the signing secret of a webhook.
  public var secret: Secret
  /// The number or name of the sender.
  public var from: String?
}

enum SMSSettings {
  static let gateway = Setting(
    "sms.gateway", .choice(SMSConfiguration.Gateway.allCases.map(\.rawValue)),
    "The gateway for text messages: twilio, or webhook for your own. Without a gateway, no message is sent.")
  static let url = Setting(
    "sms.url", .text("an https address"),
    "The address that receives text messages. (default for twilio: Twilio's own)")
  static let account = Setting("sms.account", .text("an account's id"), "Twilio's account (AC…).")
  static let secret = Setting(
    "sms.secret", .secret, "Twilio's token, or the key that signs a webhook's messages.")
  static let secretFile = Setting("sms.secretFile", .secretFile, "The file with the secret.")
  static let from = Setting(
    "sms.from", .text("a number such as +15550100, or a name"), "The sender of text messages.")

  static let all = [gateway, url, account, secret, secretFile, from]

  /// - Returns: nil if no text messages are sent.
  static func read(_ reader: SettingsReader) -> SMSConfiguration? {
    let kind = reader.choice(gateway, SMSConfiguration.Gateway.self)
    let (address, name, sender) = (reader.text(url), reader.text(account), reader.text(from))
    let token = reader.secret(secret, file: secretFile)
    // The other settings of an unknown gateway cannot be checked.
    if let text = reader.text(gateway), SMSConfiguration.Gateway(rawValue: text) == nil { return nil }
    guard let kind else {
      for setting in all where reader.isSet(setting) {
        reader.problem(
          setting, "The text message settings name no gateway.",
          fix: "Set \(gateway.key), or remove the section.")
        return nil
      }
      return nil
    }
    func require(_ setting: Setting, _ value: String?) {
      if value == nil {
        reader.problem(
          setting, "It is missing, and \(kind.rawValue) needs it.", fix: "Write \(setting.expectation).")
      }
    }
    if !reader.isSet(secret), !reader.isSet(secretFile) { require(secretFile, nil) }
    if kind == .twilio {
      require(account, name)
      require(from, sender)
    } else {
      require(url, address)
    }
    if let address, !isSafe(address) {
      reader.problem(
        url, "\"\(address.prefix(120))\" is not an https address.",
        fix: "Write an https address, or an http address of this machine.")
    }
    guard let token else { return nil }
    return SMSConfiguration(gateway: kind, url: address, account: name, secret: token, from: sender)
  }

  private static func isSafe(_ address: String) -> Bool {
    guard let components = URLComponents(string: address), let host = components.host, components.user == nil
    else {
      return false
    }
    return components.scheme == "https" || (components.scheme == "http" && ServerNames.isLocal(host))
  }
}
