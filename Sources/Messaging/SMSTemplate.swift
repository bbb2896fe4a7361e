/// The words of text messages.
public enum SMSTemplate {
  /// - Parameters:
  ///   - app: what its users know the app by.
  ///   - locale: a BCP 47 tag.
  public static func verification(code: String, app: String, locale: String?) -> String {
    "\(code) is your verification code for \(app)."
  }
}
