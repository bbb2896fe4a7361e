import Identity

extension BuiltInTexts {
  static let english = BuiltInTexts(
    greeting: "Hello,", regards: "Thanks,\nYour %APP_NAME% team",
    names: .init(
      authenticatorApp: "authenticator app", password: "password", emailLink: "email link"),
    smsCode: "%LOGIN_CODE% is your verification code for %APP_NAME%.",
    mails: [
      .resetPassword: Mail(
        "Reset your password for %APP_NAME%", action: "Reset password",
        "Follow this link to set a new password for your %APP_NAME% account %EMAIL%.", "%LINK%",
        "The link works once, for one hour.",
        "If you didn’t ask to reset your password, you can ignore this email. Your password stays as it is."),
      .verifyEmail: Mail(
        "Verify your email for %APP_NAME%", action: "Verify email",
        "Follow this link to confirm that %EMAIL% is your email address.", "%LINK%",
        "The link works once, for three days.",
        "If you didn’t create an account with %APP_NAME%, you can ignore this email."),
      .signIn: Mail(
        "Sign in to %APP_NAME%", action: "Sign in",
        "Follow this link to sign in to %APP_NAME% as %EMAIL%.", "%LINK%",
        "The link works once, for six hours. Don’t forward it: whoever has it can sign in as you.",
        "If you didn’t ask for this link, you can ignore this email."),
      .verifyAndChangeEmail: Mail(
        "Confirm your new email for %APP_NAME%", action: "Confirm new email",
        "Follow this link to make %NEW_EMAIL% the email address of your %APP_NAME% account.", "%LINK%",
        "The link works once, for three days. You will be asked to sign in again.",
        "If you didn’t ask to change the address of an account, you can ignore this email."),
      .emailChanged: Mail(
        "Your sign-in email for %APP_NAME% was changed", action: "Undo the change",
        "The sign-in email address of your %APP_NAME% account was changed from %EMAIL% to %NEW_EMAIL%.",
        "If that was you, there is nothing to do. If it wasn’t, follow this link to get your address back:",
        "%LINK%", "The link works once, for seven days."),
      .emailRemoved: Mail(
        "Your sign-in email for %APP_NAME% was changed", action: "Undo the change",
        "The sign-in email address of your %APP_NAME% account %EMAIL% was removed.",
        "If that was you, there is nothing to do. If it wasn’t, follow this link to get your address back:",
        "%LINK%", "The link works once, for seven days."),
      .secondFactorEnrolled: Mail(
        "Two-step sign-in was added to your %APP_NAME% account",
        "A second step was added to signing in to your %APP_NAME% account %EMAIL%: %SECOND_FACTOR%.",
        "If that was you, there is nothing to do.",
        "If it wasn’t, somebody else may have access to your account. Contact %APP_NAME% at once."),
      .secondFactorRemoved: Mail(
        "Two-step sign-in was removed from your %APP_NAME% account",
        "A second step was removed from signing in to your %APP_NAME% account %EMAIL%: %SECOND_FACTOR%.",
        "If that was you, there is nothing to do.",
        "If it wasn’t, somebody else may have access to your account. Contact %APP_NAME% at once."),
      .signInMethodAdded: Mail(
        "A way to sign in was added to your %APP_NAME% account",
        "A way to sign in was added to your %APP_NAME% account %EMAIL%: %SIGN_IN_METHOD%.",
        "If that was you, there is nothing to do.",
        "If it wasn’t, somebody else may have access to your account. Contact %APP_NAME% at once."),
      .signInMethodRemoved: Mail(
        "A way to sign in was removed from your %APP_NAME% account",
        "A way to sign in was removed from your %APP_NAME% account %EMAIL%: %SIGN_IN_METHOD%.",
        "If that was you, there is nothing to do.",
        "If it wasn’t, somebody else may have access to your account. Contact %APP_NAME% at once."),
      .passwordChanged: Mail(
        "The password of your %APP_NAME% account was changed",
        "The password of your %APP_NAME% account %EMAIL% was changed.",
        "If that was you, there is nothing to do.",
        "If it wasn’t, somebody else may have access to your account. Reset your password, and contact %APP_NAME% at once."
      ),
    ])
}
