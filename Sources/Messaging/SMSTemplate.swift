/// The words of text messages.
public enum SMSTemplate {
  /// - Parameter app: what its users know the app by.
  public static func verification(code: String, app: String, in language: MessageLanguage) -> String {
    switch language {
    case .english: "\(code) is your verification code for \(app)."
    case .japanese: "\(app) の確認コードは \(code) です。"
    case .vietnamese: "\(code) là mã xác minh của bạn cho \(app)."
    }
  }
}
