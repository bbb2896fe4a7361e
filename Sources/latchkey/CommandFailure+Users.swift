import Identity
import IdentityWire

extension CommandFailure {
  /// The reason why an operation on a user failed.
  init(ofUsers error: IdentityError) {
    guard let sentence = error.sentenceAboutUsers else {
      self.init(error)
      return
    }
    self.init(.refused, sentence)
  }
}

extension IdentityError {
  /// Nil if the reason is not about users.
  fileprivate var sentenceAboutUsers: String? {
    let detail = detail.map { PlainText.line($0) } ?? name
    return switch refusal {
    case .userNotFound: "There is no such user."
    case .emailExists: "Another user has this e-mail address."
    case .phoneNumberExists: "Another user has this phone number."
    case .duplicateLocalID: "Another user has this user id."
    case .invalidLocalID: "A user id has 1 to 128 bytes, and no control characters."
    case .invalidEmail: "The e-mail address is invalid."
    case .invalidPhoneNumber: "The phone number is invalid. Write it like +15555550100."
    case .weakPassword: "The password is too easily guessed: \(detail)."
    case .passwordDoesNotMeetRequirements: "The password does not meet the requirements: \(detail)."
    case .unverifiedEmail: "A user with second factors needs a verified e-mail address."
    case .claimsTooLarge: "The claims have more than \(CustomClaims.maximumLength) characters."
    case .invalidClaims: "The claims are not a JSON object."
    case .forbiddenClaim: "\"\(detail)\" is a reserved name: it has its own meaning in ID tokens."
    case .invalidPageSelection:
      "The value of --page does not belong to this list. To start again, omit --page."
    default: nil
    }
  }
}
