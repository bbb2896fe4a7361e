extension ActionTexts {
  static let english = ActionTexts(
    resetPassword: Question("Set a new password", button: "Save the password"),
    passwordWasReset: Telling(
      "Your password was changed",
      "You can now sign in with your new password. Other devices were signed out."),
    verifyEmail: { email in
      Question("Verify your email address", "Is \(email) your address?", button: "Yes, verify it")
    },
    emailWasVerified: { email in
      Telling("Your email address is verified", "You can now use your account with \(email).")
    },
    changeEmail: { email, newEmail in
      Question(
        "Confirm your new email address",
        email.map { "From now on you will sign in with \(newEmail) instead of \($0)." }
          ?? "From now on you can sign in with \(newEmail).",
        "You will be asked to sign in again.", button: "Use the new address")
    },
    emailWasChanged: { newEmail in
      Telling("Your email address was changed", "Sign in again with \(newEmail).")
    },
    recoverEmail: { email, newEmail in
      Question(
        "Get your email address back",
        newEmail.map { "The sign-in email address of your account was changed from \(email) to \($0)." }
          ?? "The sign-in email address \(email) was removed from your account.",
        "If that wasn’t you, you can undo it.", button: "Undo the change")
    },
    emailWasRecovered: { email in
      Question(
        "Your email address is back", "You can sign in with \(email) again. All devices were signed out.",
        "Somebody else may know your password. If you didn’t make the change yourself, set a new one right "
          + "away.",
        button: "Mail me a link to set a new password")
    },
    resetWasSent: { email in
      Telling("Check your mail", "We sent a link to set a new password to \(email).")
    },
    linkIsUsedUp: Telling(
      "This link no longer works", "It has expired or was used before. Ask for a new one in the app."),
    linkIsIncomplete: Telling(
      "This link is incomplete",
      "Open it again from your mail. If your mail program breaks it, copy the whole address into the browser."
    ),
    signInLinkBelongsToApp: Telling(
      "Open this link in the app",
      "It signs you in to an app. Open it on the device where you asked for it."),
    accountIsDisabled: Telling(
      "This account is disabled", "Please contact the people who run the app."),
    emailIsTaken: Telling(
      "This address is in use", "Another account has this email address by now, so nothing was changed."),
    actionIsOff: Telling("This is switched off", "The app doesn’t allow this way of signing in."),
    tooManyAttempts: Telling("Please wait a while", "Too many mails were asked for. Try again in an hour."),
    serverIsBusy: Telling("That didn’t work", "The server cannot answer now. Try again in a minute."),
    formIsForeign: Telling(
      "This form was not sent from here", "Open the link from your mail again and use the button there."),
    ownership: .english, email: "Email", newPassword: "New password", continueToApp: "Continue",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "At least \(length) characters"
      case .maximumLength(let length): "At most \(length) characters"
      case .lowercase: "A lower-case letter"
      case .uppercase: "An upper-case letter"
      case .numeric: "A digit"
      case .nonAlphanumeric: "A character such as ! ? & #"
      }
    })
}
