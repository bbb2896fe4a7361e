import Testing

@testable import Operations

@Suite("Signatures of webhooks")
struct WebhookSecretTests {
  // The example of the specification and of its libraries.
  @Test("a signature is what Standard Webhooks' libraries make")
  func vector() {
    let secret = WebhookSecret(
      key: [166, 82, 119, 158, 108, 130, 12, 96, 74, 34, 118, 175, 116, 226, 181, 230, 59, 37])
    #expect(secret.text.reveal() == "whsec_plJ3nmyCDGBKInavdOK15jsl")
    #expect(
      secret.signature(
        id: "msg_loFOjxBNrRLzqYUf", time: 1_731_705_121,
        body: #"{"event_type":"ping","data":{"success":true}}"#)
        == "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=")
  }
}
