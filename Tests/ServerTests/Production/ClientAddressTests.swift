import HTTPTypes
import Settings
import TestSupport
import Testing

@testable import Server

@Suite("Whose request it is", .fewAtOnce)
struct ClientAddressTests {
  private static func client(
    _ peer: String, _ header: String, _ values: [String], _ kind: ProxyConfiguration.Header = .xForwardedFor
  ) throws -> ClientAddress {
    let proxy = ProxyConfiguration(
      trusted: ["10.0.0.0/8", "::1", "2001:db8::/32"].compactMap(AddressRange.init), header: kind)
    var headers = HTTPFields()
    let name = try #require(HTTPField.Name(header))
    for value in values { headers.append(HTTPField(name: name, value: value)) }
    return ClientAddress(peer: peer, headers: headers, trusting: proxy)
  }

  @Test(
    "the last address that no trusted proxy has",
    arguments: [
      ("198.51.100.1", ["6.6.6.6"], "198.51.100.1"), ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
      ("10.0.0.1", ["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
      ("10.0.0.1", ["6.6.6.6", "203.0.113.7, 10.0.0.2"], "203.0.113.7"),
      ("10.0.0.1", ["10.0.0.9, 10.0.0.2"], "10.0.0.9"), ("10.0.0.1", [], "10.0.0.1"),
      ("10.0.0.1", [""], "10.0.0.1"),
      ("10.0.0.1", ["unknown"], "10.0.0.1"), ("10.0.0.1", ["6.6.6.6, junk, 10.0.0.2"], "10.0.0.2"),
      ("10.0.0.1", ["203.0.113.7:4711"], "203.0.113.7"), ("10.0.0.1", ["[2001:db9::1]:443"], "2001:db9::1"),
      ("10.0.0.1", ["2001:DB9:0::1"], "2001:db9::1"), ("::ffff:10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
      ("::1", ["203.0.113.7"], "203.0.113.7"), ("2001:db8::9", ["203.0.113.7"], "203.0.113.7"),
      ("10.0.0.1", [",,203.0.113.7,,"], "203.0.113.7"), ("10.0.0.1", ["0x7f.1"], "10.0.0.1"),
    ])
  func forwardedFor(peer: String, values: [String], expected: String) throws {
    #expect(try Self.client(peer, "x-forwarded-for", values).address == expected)
  }

  @Test(
    "nothing that a client writes before it takes in or becomes the address that the proxy appends",
    arguments: [
      "[9.9.9.9]\"", "9.9.9.9%\"", "9.9.9.9:\"", "\"", "\"9.9.9.9", "9.9.9.9;\"", "[9.9.9.9", "\\", "\"\\",
      "9.9.9.9%eth0", "for=9.9.9.9", "9.9.9.9 ", "'", "(", "9.9.9.9#",
    ])
  func forgedForwardedFor(forgery: String) throws {
    for values in [["\(forgery), 203.0.113.7"], [forgery, "203.0.113.7"], ["\(forgery),203.0.113.7:4711"]] {
      #expect(try Self.client("10.0.0.1", "x-forwarded-for", values).address == "203.0.113.7", "\(values)")
    }
    let behindTwo = try Self.client("10.0.0.1", "x-forwarded-for", ["\(forgery), 203.0.113.7, 10.0.0.2"])
    #expect(behindTwo.address == "203.0.113.7")
    // By itself it is none, or the client's own to say.
    let alone = try Self.client("10.0.0.1", "x-forwarded-for", [forgery]).address
    #expect(alone == (forgery == "9.9.9.9 " ? "9.9.9.9" : "10.0.0.1"))
  }

  @Test(
    "what follows an address is a port or makes it none",
    arguments: [
      "203.0.113.7:", "203.0.113.7:x", "203.0.113.7:123456", "203.0.113.7:1:2", "[203.0.113.7]",
      "[203.0.113.7]:1", "[2001:db9::1]x", "[2001:db9::1]:", "[2001:db9::1]:1x", "[2001:db9::1]]", "[]",
      "2001:db9::1%1", "[2001:db9::1%1]", "203.0.113.7%", "203.0.113.7/32", "\"203.0.113.7\"", "+203.0.113.7",
    ])
  func noAddress(text: String) throws {
    #expect(try Self.client("10.0.0.1", "x-forwarded-for", [text]).address == "10.0.0.1")
    guard !text.contains("\"") else { return }
    for element in ["for=\(text)", "for=\"\(text)\""] {
      #expect(try Self.client("10.0.0.1", "forwarded", [element], .forwarded).address == "10.0.0.1")
    }
  }

  @Test(
    "in the header of RFC 7239 neither quotation marks nor backslashes before it change what was appended",
    arguments: [
      "for=[9.9.9.9]\"", "for=9.9.9.9;x=\"", "for=\"9.9.9.9", "\"", "\\", "for=\"a\\", "for=9.9.9.9;host=\"a",
      "for=9.9.9.9;x=\"\\\"", "for=9.9.9.9;x=y\"", "=\"", ";\"",
    ])
  func forgedForwarded(forgery: String) throws {
    for (appended, expected) in [
      ("for=203.0.113.7", "203.0.113.7"), ("for=\"203.0.113.7:4711\";proto=https", "203.0.113.7"),
      ("for=\"[2001:db9::7]:4711\";host=\"example.com\"", "2001:db9::7"),
      ("for=203.0.113.7;host=\"a,for=9.9.9.9\"", "203.0.113.7"),
      ("for=203.0.113.7;host=\"a\\\",for=9.9.9.9;x=\\\"\"", "203.0.113.7"),
      ("for=203.0.113.7;host=\"\\\\\"", "203.0.113.7"),
    ] {
      for values in [
        ["\(forgery), \(appended)"], [forgery, appended], ["\(forgery),\(appended), for=10.0.0.2"],
      ] {
        let client = try Self.client("10.0.0.1", "forwarded", values, .forwarded)
        #expect(client.address == expected, "\(values)")
      }
    }
    #expect(try Self.client("10.0.0.1", "forwarded", [forgery], .forwarded).address == "10.0.0.1")
  }

  @Test(
    "an element of it that is not well-formed says nothing",
    arguments: [
      "for", "for=", "for=203.0.113.7;for=9.9.9.9", "for=203.0.113.7 x=y", "for=\"203.0.113.7\"x",
      "for=203.0.113.7;;proto=https", "for =203.0.113.7", "203.0.113.7", "for=\"203.0.113.7\"\"9.9.9.9\"",
    ])
  func malformedForwarded(element: String) throws {
    #expect(try Self.client("10.0.0.1", "forwarded", [element], .forwarded).address == "10.0.0.1")
  }

  @Test(
    "the same of the header of RFC 7239",
    arguments: [
      (["for=203.0.113.7"], "203.0.113.7"), (["For=\"[2001:db9:cafe::17]:4711\""], "2001:db9:cafe::17"),
      (["for=6.6.6.6, for=203.0.113.7;proto=https;by=10.0.0.2"], "203.0.113.7"),
      (["for=6.6.6.6;host=\"a,for=7.7.7.7\", for=203.0.113.7"], "203.0.113.7"),
      (["for=203.0.113.7", "for=10.0.0.3"], "203.0.113.7"), (["for=_hidden"], "10.0.0.1"),
      (["proto=https"], "10.0.0.1"),
    ])
  func forwarded(values: [String], expected: String) throws {
    #expect(try Self.client("10.0.0.1", "forwarded", values, .forwarded).address == expected)
  }

  @Test("only the header that was agreed on counts")
  func otherHeader() throws {
    #expect(try Self.client("10.0.0.1", "forwarded", ["for=203.0.113.7"]).address == "10.0.0.1")
    #expect(
      try Self.client("10.0.0.1", "x-forwarded-for", ["203.0.113.7"], .forwarded).address == "10.0.0.1")
  }

  @Test("a chain that is too long is cut where the client could have written it")
  func length() throws {
    let chain = (["203.0.113.7"] + Array(repeating: "10.0.0.2", count: 500)).joined(separator: ", ")
    #expect(try Self.client("10.0.0.1", "x-forwarded-for", [chain]).address == "10.0.0.2")
  }
}
