import Identity
import Testing

@Suite("E-mail addresses")
struct EmailAddressTests {
  @Test("an address whose letters only become ASCII in lower case is none")
  func lookAlikes() {
    #expect(EmailAddress("\u{212A}im@example.com") == nil)
    #expect(EmailAddress("kim@\u{212A}ite.example") == nil)
    #expect(EmailAddress("KIM@Example.com")?.text == "kim@example.com")
    #expect(EmailAddress("JOSÉ@example.com")?.text == "josé@example.com")
  }
}
