import Identity
import Testing

@Suite("Password policy")
struct PasswordPolicyRequirementTests {
  private static func policy(_ change: (inout PasswordPolicy) -> Void) -> PasswordPolicy {
    var policy = PasswordPolicy()
    policy.isEnforced = true
    change(&policy)
    return policy
  }

  @Test("a policy that is not enforced asks for nothing")
  func off() {
    var policy = Self.policy { $0.minimumLength = 30 }
    policy.isEnforced = false
    #expect(policy.requirements(missingIn: "").isEmpty)
  }

  @Test("lengths are counted in code points, and both bounds are allowed")
  func lengths() {
    let policy = Self.policy { policy in
      policy.minimumLength = 7
      policy.maximumLength = 8
    }
    #expect(policy.requirements(missingIn: "abcdef") == [.minimumLength(7)])
    #expect(policy.requirements(missingIn: "abcdefg").isEmpty)
    #expect(policy.requirements(missingIn: "abcdefgh").isEmpty)
    #expect(policy.requirements(missingIn: "abcdefghi") == [.maximumLength(8)])
    #expect(policy.requirements(missingIn: "👩‍👩‍👧‍👦").isEmpty, "seven code points")
  }

  @Test("each kind of character is asked for by itself")
  func kinds() {
    let all = Self.policy { policy in
      policy.requiresLowercase = true
      policy.requiresUppercase = true
      policy.requiresNumeric = true
      policy.requiresNonAlphanumeric = true
    }
    #expect(all.requirements(missingIn: "aB3?56").isEmpty)
    #expect(all.requirements(missingIn: "AB3?56") == [.lowercase])
    #expect(all.requirements(missingIn: "ab3?56") == [.uppercase])
    #expect(all.requirements(missingIn: "aBc?de") == [.numeric])
    #expect(all.requirements(missingIn: "aB3456") == [.nonAlphanumeric])
    #expect(all.requirements(missingIn: "éÉ٣„— ") == [.lowercase, .uppercase, .numeric, .nonAlphanumeric])
    #expect(all.requirements.count == 5)
  }
}
