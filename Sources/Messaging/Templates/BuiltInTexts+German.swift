import Identity

extension BuiltInTexts {
  static let german = BuiltInTexts(
    greeting: "Guten Tag,", regards: "Freundliche Grüße\nIhr %APP_NAME%-Team",
    names: .init(
      authenticatorApp: "Authenticator-App", password: "Passwort", emailLink: "Anmeldelink per E-Mail"),
    smsCode: "%LOGIN_CODE% ist Ihr Bestätigungscode für %APP_NAME%.",
    mails: [
      .resetPassword: Mail(
        "Passwort für %APP_NAME% zurücksetzen", action: "Passwort zurücksetzen",
        "öffnen Sie diesen Link, um ein neues Passwort für Ihr %APP_NAME%-Konto %EMAIL% festzulegen.",
        "%LINK%",
        "Der Link gilt eine Stunde lang und kann einmal benutzt werden.",
        "Wenn Sie Ihr Passwort nicht zurücksetzen wollten, ist nichts zu tun. Ihr Passwort bleibt, wie es "
          + "ist."
      ),
      .verifyEmail: Mail(
        "E-Mail-Adresse für %APP_NAME% bestätigen", action: "E-Mail-Adresse bestätigen",
        "öffnen Sie diesen Link, um zu bestätigen, dass %EMAIL% Ihre E-Mail-Adresse ist.", "%LINK%",
        "Der Link gilt drei Tage lang und kann einmal benutzt werden.",
        "Wenn Sie kein Konto bei %APP_NAME% angelegt haben, ist nichts zu tun."),
      .signIn: Mail(
        "Bei %APP_NAME% anmelden", action: "Anmelden",
        "öffnen Sie diesen Link, um sich als %EMAIL% bei %APP_NAME% anzumelden.", "%LINK%",
        "Der Link gilt sechs Stunden lang und kann einmal benutzt werden. Leiten Sie ihn nicht weiter: Wer "
          + "ihn hat, "
          + "kann sich mit Ihrem Konto anmelden.",
        "Wenn Sie diesen Link nicht angefordert haben, ist nichts zu tun."),
      .verifyAndChangeEmail: Mail(
        "Neue E-Mail-Adresse für %APP_NAME% bestätigen", action: "Neue Adresse bestätigen",
        "öffnen Sie diesen Link, um %NEW_EMAIL% zur E-Mail-Adresse Ihres %APP_NAME%-Kontos zu machen.",
        "%LINK%",
        "Der Link gilt drei Tage lang und kann einmal benutzt werden. Danach müssen Sie sich neu anmelden.",
        "Wenn Sie keine Adresse ändern wollten, ist nichts zu tun."),
      .emailChanged: Mail(
        "Die E-Mail-Adresse Ihres %APP_NAME%-Kontos wurde geändert", action: "Änderung rückgängig machen",
        "die E-Mail-Adresse, mit der Sie sich bei %APP_NAME% anmelden, wurde von %EMAIL% in %NEW_EMAIL% "
          + "geändert.",
        "Wenn Sie das waren, ist nichts zu tun. Wenn nicht, holen Sie Ihre Adresse mit diesem Link zurück:",
        "%LINK%", "Der Link gilt sieben Tage lang und kann einmal benutzt werden."),
      .emailRemoved: Mail(
        "Die E-Mail-Adresse Ihres %APP_NAME%-Kontos wurde geändert", action: "Änderung rückgängig machen",
        "die E-Mail-Adresse %EMAIL%, mit der Sie sich bei %APP_NAME% anmelden, wurde entfernt.",
        "Wenn Sie das waren, ist nichts zu tun. Wenn nicht, holen Sie Ihre Adresse mit diesem Link zurück:",
        "%LINK%", "Der Link gilt sieben Tage lang und kann einmal benutzt werden."),
      .secondFactorEnrolled: Mail(
        "Bestätigung in zwei Schritten für Ihr %APP_NAME%-Konto eingerichtet",
        "für die Anmeldung bei Ihrem %APP_NAME%-Konto %EMAIL% wurde ein zweiter Schritt eingerichtet: "
          + "%SECOND_FACTOR%.", "Wenn Sie das waren, ist nichts zu tun.",
        "Wenn nicht, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich umgehend an "
          + "%APP_NAME%."
      ),
      .secondFactorRemoved: Mail(
        "Bestätigung in zwei Schritten aus Ihrem %APP_NAME%-Konto entfernt",
        "aus der Anmeldung bei Ihrem %APP_NAME%-Konto %EMAIL% wurde ein zweiter Schritt entfernt: "
          + "%SECOND_FACTOR%.",
        "Wenn Sie das waren, ist nichts zu tun.",
        "Wenn nicht, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich umgehend an "
          + "%APP_NAME%."
      ),
      .signInMethodAdded: Mail(
        "Neue Anmeldemethode für Ihr %APP_NAME%-Konto",
        "zu Ihrem %APP_NAME%-Konto %EMAIL% wurde eine Anmeldemethode hinzugefügt: %SIGN_IN_METHOD%.",
        "Wenn Sie das waren, ist nichts zu tun.",
        "Wenn nicht, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich umgehend an %APP_NAME%."
      ),
      .signInMethodRemoved: Mail(
        "Anmeldemethode aus Ihrem %APP_NAME%-Konto entfernt",
        "aus Ihrem %APP_NAME%-Konto %EMAIL% wurde eine Anmeldemethode entfernt: %SIGN_IN_METHOD%.",
        "Wenn Sie das waren, ist nichts zu tun.",
        "Wenn nicht, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Wenden Sie sich umgehend an %APP_NAME%."
      ),
      .passwordChanged: Mail(
        "Das Passwort Ihres %APP_NAME%-Kontos wurde geändert",
        "das Passwort Ihres %APP_NAME%-Kontos %EMAIL% wurde geändert.",
        "Wenn Sie das waren, ist nichts zu tun.",
        "Wenn nicht, hat vielleicht jemand anderes Zugriff auf Ihr Konto. Setzen Sie Ihr Passwort zurück und wenden Sie sich umgehend an %APP_NAME%."
      ),
    ])
}
