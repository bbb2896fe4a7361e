import Identity
import IdentityWire

extension RecordedSettings {
  /// Returns a recorded message; nil if there is none or its format is no longer readable.
  subscript<Message: MaskableMessage>(name: String, type: Message.Type) -> Message? {
    messages[name].flatMap { try? WireDecoder().decode(type, from: $0) }
  }

  /// Records a message, even an empty one. Nil removes the record.
  mutating func record(_ message: (some MaskableMessage)?, as name: String) throws(IdentityError) {
    messages[name] = try IdentityError.reading { () throws(MessageFault) in
      try message.map { (message) throws(MessageFault) in try JSONValue(encoding: message) }
    }
  }

  /// - Throws: `INVALID_CONFIG`.
  func checkSize() throws(IdentityError) {
    guard JSONWriter.text(.object(messages)).count <= Self.maximumLength else {
      throw .invalidConfig("The configuration is too large.")
    }
  }
}

extension RecaptchaConfig {
  static let maximumRules = 20

  /// Refuses to enforce reCAPTCHA, because the server does not check its responses.
  ///
  /// - Throws: `INVALID_RECAPTCHA_ENFORCEMENT_STATE`, `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    guard emailPasswordEnforcementState != .enforce, phoneEnforcementState != .enforce else {
      throw .refused(
        .invalidRecaptchaEnforcementState,
        "This server checks no reCAPTCHA tokens and cannot enforce them. See captchaConfig.")
    }
    guard (managedRules?.count ?? 0) <= Self.maximumRules,
      (tollFraudManagedRules?.count ?? 0) <= Self.maximumRules
    else { throw .invalidConfig("There are too many managed rules.") }
    let scores = (managedRules ?? []).map(\.endScore) + (tollFraudManagedRules ?? []).map(\.startScore)
    guard scores.allSatisfy({ $0.map { (0...1).contains($0) } ?? true }) else {
      throw .invalidConfig("The score of a managed rule is from 0 to 1.")
    }
  }
}
