import Identity
import Testing

@Suite("Regions of telephone numbers")
struct SMSRegionTests {
  @Test(
    "a number belongs to the region of its longest known prefix",
    arguments: [
      ("+14155550100", "US"), ("+15551230100", "US"), ("+14165550100", "CA"), ("+12425550100", "BS"),
      ("+18765550100", "JM"), ("+17875550100", "PR"), ("+8190123456", "JP"), ("+84901234567", "VN"),
      ("+442079460000", "GB"), ("+447700900000", "JE"), ("+441481000000", "GG"), ("+79161234567", "RU"),
      ("+77011234567", "KZ"), ("+390612345678", "IT"), ("+3906698000", "VA"), ("+35318000000", "IE"),
      ("+35818000000", "AX"), ("+21260000000", "MA"), ("+212528800000", "EH"), ("+4779000000", "SJ"),
      ("+262639000000", "YT"), ("+262262000000", "RE"), ("+59995000000", "CW"), ("+61891641000", "CX"),
    ])
  func regions(number: String, region: String) {
    #expect(CallingCodes.region(of: number) == region)
  }

  @Test(
    "a number that begins with no calling code belongs to none",
    arguments: ["+9990000", "+0123", "+", "4155550100", ""])
  func none(number: String) {
    #expect(CallingCodes.region(of: number) == nil)
  }

  @Test("what is excepted is refused, and everything else allowed, unknown numbers too")
  func exceptions() {
    let policy = SMSRegionPolicy.allExcept(["CA", "JP"])
    #expect(policy.allows("+14155550100"))
    #expect(!policy.allows("+14165550100"))
    #expect(!policy.allows("+8190123456"))
    #expect(policy.allows("+9990000"))
  }

  @Test("of a list only its regions are allowed, and no unknown number")
  func list() {
    let policy = SMSRegionPolicy.only(["US"])
    #expect(policy.allows("+14155550100"))
    #expect(!policy.allows("+14165550100"))
    #expect(!policy.allows("+9990000"))
    #expect(!SMSRegionPolicy.only([]).allows("+14155550100"))
  }
}
