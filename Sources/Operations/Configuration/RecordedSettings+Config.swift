import Identity
import IdentityWire

extension RecordedSettings {
  /// A message as it was recorded; nil when nothing was, or not in a form that is read today.
  subscript<Message: MaskableMessage>(name: String, type: Message.Type) -> Message? {
    messages[name].flatMap { try? WireDecoder().decode(type, from: $0) }
  }

  /// Keeps a message, also an empty one, or forgets it: a nil one.
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

  /// No answer of reCAPTCHA is asked for or looked at, so nothing can be promised about it.
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
