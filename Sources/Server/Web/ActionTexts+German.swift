extension ActionTexts {
  static let german = ActionTexts(
    resetPassword: Question("Neues Passwort festlegen", button: "Passwort speichern"),
    passwordWasReset: Telling(
      "Ihr Passwort wurde geändert",
      "Sie können sich jetzt mit dem neuen Passwort anmelden. Andere Geräte wurden abgemeldet."),
    verifyEmail: { email in
      Question("E-Mail-Adresse bestätigen", "Ist \(email) Ihre Adresse?", button: "Ja, bestätigen")
    },
    emailWasVerified: { email in
      Telling("Ihre E-Mail-Adresse ist bestätigt", "Sie können Ihr Konto jetzt mit \(email) benutzen.")
    },
    changeEmail: { email, newEmail in
      Question(
        "Neue E-Mail-Adresse bestätigen",
        email.map { "Von jetzt an melden Sie sich mit \(newEmail) statt mit \($0) an." }
          ?? "Von jetzt an können Sie sich mit \(newEmail) anmelden.",
        "Danach müssen Sie sich neu anmelden.", button: "Neue Adresse benutzen")
    },
    emailWasChanged: { newEmail in
      Telling("Ihre E-Mail-Adresse wurde geändert", "Melden Sie sich mit \(newEmail) neu an.")
    },
    recoverEmail: { email, newEmail in
      Question(
        "E-Mail-Adresse zurückholen",
        newEmail.map { "Die E-Mail-Adresse Ihres Kontos wurde von \(email) in \($0) geändert." }
          ?? "Die E-Mail-Adresse \(email) wurde aus Ihrem Konto entfernt.",
        "Wenn Sie das nicht waren, können Sie es rückgängig machen.", button: "Änderung rückgängig machen")
    },
    emailWasRecovered: { email in
      Question(
        "Sie haben Ihre E-Mail-Adresse zurück",
        "Sie können sich wieder mit \(email) anmelden. Alle Geräte wurden abgemeldet.",
        "Vielleicht kennt jemand anderes Ihr Passwort. Wenn Sie die Adresse nicht selbst geändert haben, "
          + "legen "
          + "Sie gleich ein neues fest.", button: "Link für ein neues Passwort senden")
    },
    resetWasSent: { email in
      Telling("Sehen Sie in Ihre E-Mails", "Ein Link für ein neues Passwort ist unterwegs an \(email).")
    },
    linkIsUsedUp: Telling(
      "Dieser Link gilt nicht mehr",
      "Er ist abgelaufen oder wurde schon benutzt. Fordern Sie in der App einen neuen an."),
    linkIsIncomplete: Telling(
      "Dieser Link ist unvollständig",
      "Öffnen Sie ihn noch einmal aus der E-Mail. Zerlegt Ihr Programm ihn, kopieren Sie die ganze Adresse "
        + "in den "
        + "Browser."),
    signInLinkBelongsToApp: Telling(
      "Öffnen Sie diesen Link in der App",
      "Er meldet Sie in einer App an. Öffnen Sie ihn auf dem Gerät, auf dem Sie ihn angefordert haben."),
    accountIsDisabled: Telling(
      "Dieses Konto ist gesperrt", "Wenden Sie sich an die Betreiber der App."),
    emailIsTaken: Telling(
      "Diese Adresse ist vergeben",
      "Ein anderes Konto hat inzwischen diese E-Mail-Adresse. Es wurde nichts geändert."),
    actionIsOff: Telling("Das ist abgeschaltet", "Die App erlaubt diese Art der Anmeldung nicht."),
    tooManyAttempts: Telling(
      "Bitte warten Sie etwas",
      "Es wurden zu viele E-Mails angefordert. Versuchen Sie es in einer Stunde wieder."),
    serverIsBusy: Telling(
      "Das hat nicht geklappt",
      "Der Server kann gerade nicht antworten. Versuchen Sie es in einer Minute wieder."),
    formIsForeign: Telling(
      "Dieses Formular kam nicht von hier",
      "Öffnen Sie den Link aus der E-Mail noch einmal und benutzen Sie den Knopf auf der Seite."),
    ownership: .german, email: "E-Mail-Adresse", newPassword: "Neues Passwort", continueToApp: "Weiter",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "Mindestens \(length) Zeichen"
      case .maximumLength(let length): "Höchstens \(length) Zeichen"
      case .lowercase: "Ein Kleinbuchstabe"
      case .uppercase: "Ein Großbuchstabe"
      case .numeric: "Eine Ziffer"
      case .nonAlphanumeric: "Ein Zeichen wie ! ? & #"
      }
    })
}
