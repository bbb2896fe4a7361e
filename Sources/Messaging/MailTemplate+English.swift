extension MailTemplate {
  static func english(_ occasion: Occasion, _ values: Values) -> Written {
    let app = values.appName
    let regards = "Thanks,\nYour \(app) team"
    switch occasion {
    case .passwordReset:
      return (
        "Reset your password for \(app)",
        [
          "Hello,", "Follow this link to set a new password for your \(app) account \(values.email).",
          values.link, "The link works once, for one hour.",
          "If you didn’t ask to reset your password, you can ignore this email. Your password stays as it is.",
          regards,
        ]
      )
    case .verifyEmail:
      return (
        "Verify your email for \(app)",
        [
          "Hello,", "Follow this link to confirm that \(values.email) is your email address.", values.link,
          "The link works once, for three days.",
          "If you didn’t create an account with \(app), you can ignore this email.", regards,
        ]
      )
    case .emailSignIn:
      return (
        "Sign in to \(app)",
        [
          "Hello,", "Follow this link to sign in to \(app) as \(values.email).", values.link,
          "The link works once, for six hours. Don’t forward it: whoever has it can sign in as you.",
          "If you didn’t ask for this link, you can ignore this email.", regards,
        ]
      )
    case .verifyAndChangeEmail:
      return (
        "Confirm your new email for \(app)",
        [
          "Hello,",
          "Follow this link to make \(values.newEmail ?? values.email) the email address of your \(app) account.",
          values.link, "The link works once, for three days. You will be asked to sign in again.",
          "If you didn’t ask to change the address of an account, you can ignore this email.", regards,
        ]
      )
    case .recoverEmail:
      let change =
        values.newEmail.map { "was changed from \(values.email) to \($0)." } ?? "\(values.email) was removed."
      return (
        "Your sign-in email for \(app) was changed",
        [
          "Hello,", "The sign-in email address of your \(app) account \(change)",
          "If that was you, there is nothing to do. If it wasn’t, follow this link to get your address back:",
          values.link, "The link works once, for seven days.", regards,
        ]
      )
    }
  }
}
