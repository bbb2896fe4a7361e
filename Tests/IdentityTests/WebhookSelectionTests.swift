import Identity
import Testing

@Suite("The kinds that a webhook selects")
struct WebhookSelectionTests {
  private static let made = Instant(seconds: 1_000)

  private static func webhook(_ kinds: Set<WebhookEventKind>) -> Webhook {
    Webhook(id: "w", url: "https://a.example", kinds: kinds, secrets: [], createdAt: made)
  }

  @Test("a webhook without a selection sends every kind from the beginning")
  func all() {
    let webhook = Self.webhook([])
    #expect(WebhookEventKind.subscribable.allSatisfy { webhook.sends($0, at: Self.made) })
  }

  // Fails when a kind that was there before is taken for a new one.
  @Test("an added kind is sent from its addition on, and the kinds of before go on")
  func addition() {
    var webhook = Self.webhook([.deleted])
    let later = Self.made.adding(seconds: 10)
    webhook.select([.deleted, .created], now: later)
    #expect(webhook.sends(.deleted, at: Self.made))
    #expect(!webhook.sends(.created, at: later.adding(milliseconds: -1)))
    #expect(webhook.sends(.created, at: later))
    webhook.select([], now: later.adding(seconds: 10))
    #expect(webhook.kinds.isEmpty)
    #expect(webhook.sends(.created, at: later) && !webhook.sends(.linked, at: later))
  }

  @Test("a removed kind is not sent, and one that comes back counts as new")
  func removal() {
    var webhook = Self.webhook([])
    webhook.select([.created], now: Self.made)
    #expect(!webhook.sends(.deleted, at: Self.made.adding(seconds: 5)))
    let later = Self.made.adding(seconds: 10)
    webhook.select(Set(WebhookEventKind.subscribable), now: later)
    #expect(webhook.kinds.isEmpty, "all kinds are no selection")
    #expect(webhook.sends(.created, at: Self.made))
    #expect(!webhook.sends(.deleted, at: Self.made) && webhook.sends(.deleted, at: later))
  }
}
