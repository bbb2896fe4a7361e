import Foundation
import Identity
import Testing

@testable import Storage

@Suite("The text of audit records")
struct AuditTextTests {
  // Fails when a member is new and not written, or stands elsewhere.
  @Test("An event is written as an encoder with sorted keys writes it", arguments: [false, true])
  func sameAsSorted(isFull: Bool) throws {
    var event = AuditEvent(
      id: "one", at: now, project: isFull ? try scope().project : nil, actor: "user:a/\"b\"\\",
      action: .signIn)
    event.sequence = 7
    if isFull {
      event.tenant = TenantID(rawValue: "team-1")
      event.account = try accountID("a")
      event.identifierHash = "h"
      event.clientAddress = "2001:db8::1"
      event.userAgent = "Agent/1 (é)"
      event.details = ["b": "2", "a": "1", "ab": "3", "B": "4"]
      let unset = Mirror(reflecting: event).children.filter { "\($0.value)" == "nil" }
      #expect(unset.isEmpty, "a member that this test does not set: \(unset)")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(event.entryText.at(7) == String(decoding: try encoder.encode(event), as: UTF8.self))
  }
}
