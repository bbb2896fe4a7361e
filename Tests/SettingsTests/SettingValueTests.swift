import Testing

@testable import Settings

@Suite("Values of settings")
struct ValueTests {
  @Test("times and sizes are read with their units and shown in the greatest that fits")
  func units() {
    #expect(DurationText.milliseconds("10") == 10_000)
    #expect(DurationText.milliseconds("500ms") == 500)
    #expect(DurationText.milliseconds("2 h") == 7_200_000)
    for wrong in ["", "s", "-1s", "1.5s", "1w", "99999999999999999999", "9223372036854775807d", "1s1"] {
      #expect(DurationText.milliseconds(wrong) == nil, "\(wrong)")
    }
    #expect(SizeText.bytes("64KiB") == 65_536)
    #expect(SizeText.bytes("12") == 12)
    for wrong in ["", "KiB", "1kb", "1.5MiB", "9223372036854775807GiB"] {
      #expect(SizeText.bytes(wrong) == nil, "\(wrong)")
    }
    for milliseconds in [0, 1, 999, 1_000, 60_000, 90_000, 3_600_000, 86_400_000] {
      #expect(DurationText.milliseconds(DurationText.text(milliseconds)) == milliseconds)
    }
    for bytes in [0, 1, 1_024, 1_025, 1 << 20, 3 << 30] {
      #expect(SizeText.bytes(SizeText.text(bytes)) == bytes)
    }
  }

  @Test(
    "a network holds its addresses and no others",
    arguments: [
      ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3", "10.1.2.3", true),
      ("10.1.2.3", "10.1.2.4", false), ("10.1.2.128/25", "10.1.2.127", false),
      ("10.1.2.128/25", "10.1.2.200", true),
      ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false),
      ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("::1", "0:0:0:0:0:0:0:1", true), ("10.0.0.0/8", "no", false),
      ("fe80::/10", "fe80::1%eth0", true), ("::/0", "10.0.0.1", false),
    ])
  func ranges(range: String, address: String, isInside: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isInside)
  }

  @Test(
    "what is no network is none",
    arguments: [
      "", "10.0.0.0/33", "10.0.0.1/8", "10.0.0/8", "::1/129", "10.0.0.0/08", "10.0.0.0/-1", "a/b/c", "/8",
    ])
  func noRanges(text: String) { #expect(AddressRange(text) == nil) }

  @Test("what was probably meant is found, and nothing far from it")
  func nearMisses() {
    #expect(NearMiss.best(for: "listen.prot", among: ["listen.port", "log.level"]) == "listen.port")
    #expect(NearMiss.best(for: "zebra", among: ["listen.port", "log.level"]) == nil)
    #expect(NearMiss.distance("kitten", "sitting") == 3)
    #expect(NearMiss.distance("ab", "ba") == 1)
  }
}
