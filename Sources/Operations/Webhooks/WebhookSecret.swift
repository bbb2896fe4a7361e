import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// The secret that signs a webhook's deliveries, in the format of Standard Webhooks.
struct WebhookSecret {
  private static let prefix = "whsec_"
  private static let length = 32
  /// The allowed lengths in bytes of a secret that was not generated here (Standard Webhooks, "Signature
  /// scheme").
  private static let lengths = 24...64

  private let key: [UInt8]

  init(random: any RandomSource) { self.init(key: random.bytes(Self.length)) }

  init(key: [UInt8]) { self.key = key }

  /// Nil if the text is not a secret of Standard Webhooks.
  init?(_ text: Secret) {
    let text = text.reveal()
    guard text.hasPrefix(Self.prefix), text.utf8.count <= 128,
      let key = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
      Self.lengths.contains(key.count)
    else { return nil }
    self.key = Array(key)
  }

  /// - Throws: `CONFIGURATION_UNREADABLE`.
  init(_ sealed: Webhook.SealedSecret, of webhook: Webhook, in project: ProjectID, _ box: SecretBox)
    throws(IdentityError)
  {
    do {
      let context = Webhook.sealingContext(webhook.id, in: project)
      key = Array(try box.open(Data(sealed.bytes), context: context))
    } catch {
      throw .unavailable(
        .configurationUnreadable, cause: "the secret of a webhook does not open under this master key")
    }
  }

  /// The secret in the form that its receiver gets.
  var text: Secret { Secret(Self.prefix + Data(key).base64EncodedString()) }

  /// - Throws: `INTERNAL_ERROR`.
  func sealed(for webhook: String, in project: ProjectID, _ box: SecretBox) throws(IdentityError)
    -> Webhook.SealedSecret
  {
    do {
      return .init(bytes: Array(try box.seal(key, context: Webhook.sealingContext(webhook, in: project))))
    } catch {
      throw .unavailable(.internalError, cause: "the secret of a webhook could not be sealed")
    }
  }

  /// Returns `v1,` and the Base64 of the HMAC-SHA256 of `<id>.<time>.<body>` (Standard Webhooks, "Signature
  /// scheme").
  func signature(id: String, time: Int64, body: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(id).\(time).\(body)".utf8), using: SymmetricKey(data: key))
    return "v1," + Data(code).base64EncodedString()
  }
}

extension ProjectDirectory {
  /// Returns the secret that now signs a webhook's messages. Nil for a webhook without a secret.
  ///
  /// - Throws: `CONFIGURATION_UNREADABLE`.
  func secret(of webhook: Webhook, in project: ProjectID) throws(IdentityError) -> WebhookSecret? {
    try webhook.secrets.first.map { (sealed) throws(IdentityError) in
      try WebhookSecret(sealed, of: webhook, in: project, box)
    }
  }

  /// - Throws: `INTERNAL_ERROR`.
  func seal(_ secret: WebhookSecret, for webhook: String, in project: ProjectID) throws(IdentityError)
    -> Webhook.SealedSecret
  {
    try secret.sealed(for: webhook, in: project, box)
  }
}
