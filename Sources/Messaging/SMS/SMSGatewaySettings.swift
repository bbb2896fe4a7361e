import Foundation
import Secrets

/// The HTTP service that sends text messages.
public struct SMSGatewaySettings: Sendable {
  public enum Gateway: String, Sendable, CaseIterable {
    /// Twilio's Messages resource, or a compatible service.
    case twilio
    /// The operator's own program, which receives signed JSON.
    case webhook
  }

  public var gateway: Gateway
  /// Nil for Twilio's own URL of the account.
  public var url: String?
  /// The account's SID at Twilio; nil for a webhook.
  public var account: String?
  /// The password for Twilio, or the key that signs requests to a webhook.
  public var secret: Secret
  /// A number, a name, or the SID of a messaging service (`MG…`). Optional for a webhook.
  public var from: String?
  /// The time limit of one request, including its response.
  public var timeout = Duration.seconds(15)
  /// The number of messages sent at the same time.
  public var connections = 4

  public init(
    _ gateway: Gateway, url: String? = nil, account: String? = nil, secret: Secret, from: String? = nil
  ) {
    self.gateway = gateway
    self.url = url
    self.account = account
    self.secret = secret
    self.from = from
  }

  static let twilioOrigin = "https://api.twilio.com"

  /// The host that receives messages over https. An IPv6 address has no brackets. Nil for http.
  var secureHost: String? {
    guard let url = URL(string: url ?? Self.twilioOrigin), url.scheme?.lowercased() == "https" else {
      return nil
    }
    return url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"])
  }

  /// The minimum length of a webhook's secret in characters.
  public static let minimumSecretLength = 24

  /// The mistakes, each with its key under `sms`.
  public func mistakes() -> [SettingMistake] {
    var mistakes: [SettingMistake] = []
    func refuse(_ key: String, _ reason: String, fix: String) {
      mistakes.append(SettingMistake("sms.\(key)", reason, fix: fix))
    }
    if let url {
      if let reason = Self.objection(to: url) {
        refuse(
          "url", "\"\(url.prefix(200))\" \(reason)",
          fix: "Give an https address; http is for this machine only.")
      }
    } else if gateway == .webhook {
      refuse("url", "A webhook needs an address.", fix: "Give the https address that messages are posted to.")
    }
    switch gateway {
    case .twilio:
      if !(account.map(Self.isAccount) ?? false) {
        refuse(
          "account", "There is no account's SID.",
          fix: "Give the one from Twilio's console: AC and 32 characters.")
      }
      if from?.isEmpty ?? true {
        refuse(
          "from", "There is no sender.",
          fix: "Give a number such as +15555550100, or the SID of a messaging service.")
      }
      if secret.isEmpty { refuse("secret", "The secret is empty.", fix: "Give the account's auth token.") }
    case .webhook:
      if secret.reveal().utf8.count < Self.minimumSecretLength {
        refuse(
          "secret",
          "The secret is shorter than \(Self.minimumSecretLength) characters, and could be guessed.",
          fix: "Make one with: openssl rand -base64 32")
      }
    }
    if let from, HeaderText.hasControls(from) || from.utf8.count > 64 {
      refuse("from", "The sender holds control characters or is too long.", fix: "Give a number or a name.")
    }
    return mistakes
  }

  private static func isAccount(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  private static func objection(to text: String) -> String? {
    guard text.utf8.count <= 2_048, !HeaderText.hasControls(text), let url = URL(string: text),
      let host = url.host(percentEncoded: false), !host.isEmpty
    else { return "is no address." }
    guard url.user() == nil, url.password() == nil else {
      return "holds a user name; secrets have a key of their own."
    }
    guard url.fragment() == nil else { return "has a fragment, which is never sent." }
    switch url.scheme?.lowercased() {
    case "https": return nil
    case "http":
      return HostName.isLoopback(host) ? nil : "is not protected: codes would be readable on the way."
    default: return "is no https address."
    }
  }
}
