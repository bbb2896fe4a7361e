import Identity
import Testing

@Suite("The network that a client is counted as")
struct ClientNetworkTests {
  @Test(
    "is an IPv4 address, or 64 bits of an IPv6 address, however it is written",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
      ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"), ("2001:DB8::1", "2001:db8:0:0::/64"),
      ("2001:0db8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"), ("::", "0:0:0:0::/64"),
      ("::1", "0:0:0:0::/64"), ("1::", "1:0:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
      ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:0201", "192.0.2.1"),
      ("64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4::/64"),
    ])
  func networks(text: String, name: String) {
    #expect(ClientNetwork(address: text)?.description == name)
  }

  @Test(
    "is nothing for what is no address",
    arguments: [
      "", ".", ":", ":::", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.-4", "1..2.3",
      " 1.2.3.4",
      "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "1:2:3:4:5:6:7::8", "::1.2.3",
      "1.2.3.4::", "::1.2.3.4:1", "example.com", "1:2:3:4:5:6:7:1.2.3.4", "+1::", "١.1.1.1",
      String(repeating: "1", count: 5_000),
    ])
  func none(text: String) {
    #expect(ClientNetwork(address: text) == nil)
  }
}
