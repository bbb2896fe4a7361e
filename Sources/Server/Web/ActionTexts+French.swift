extension ActionTexts {
  static let french = ActionTexts(
    resetPassword: Question("Choisissez un nouveau mot de passe", button: "Enregistrer le mot de passe"),
    passwordWasReset: Telling(
      "Votre mot de passe a été changé",
      "Vous pouvez vous connecter avec votre nouveau mot de passe. Les autres appareils ont été "
        + "déconnectés."),
    verifyEmail: { email in
      Question(
        "Confirmez votre adresse e-mail", "\(email) est-elle votre adresse ?", button: "Oui, la confirmer")
    },
    emailWasVerified: { email in
      Telling(
        "Votre adresse e-mail est confirmée", "Vous pouvez maintenant utiliser votre compte avec \(email).")
    },
    changeEmail: { email, newEmail in
      Question(
        "Confirmez votre nouvelle adresse e-mail",
        email.map { "Désormais, vous vous connecterez avec \(newEmail) au lieu de \($0)." }
          ?? "Désormais, vous pourrez vous connecter avec \(newEmail).",
        "Vous devrez ensuite vous reconnecter.", button: "Utiliser la nouvelle adresse")
    },
    emailWasChanged: { newEmail in
      Telling("Votre adresse e-mail a été changée", "Reconnectez-vous avec \(newEmail).")
    },
    recoverEmail: { email, newEmail in
      Question(
        "Récupérez votre adresse e-mail",
        newEmail.map { "L’adresse e-mail de votre compte est passée de \(email) à \($0)." }
          ?? "L’adresse e-mail \(email) a été retirée de votre compte.",
        "Si ce n’était pas vous, vous pouvez annuler ce changement.", button: "Annuler le changement")
    },
    emailWasRecovered: { email in
      Question(
        "Vous avez récupéré votre adresse e-mail",
        "Vous pouvez de nouveau vous connecter avec \(email). Tous les appareils ont été déconnectés.",
        "Quelqu’un d’autre connaît peut-être votre mot de passe. Si vous n’êtes pas à l’origine du "
          + "changement, "
          + "choisissez-en un nouveau sans attendre.",
        button: "M’envoyer un lien pour changer de mot de passe")
    },
    resetWasSent: { email in
      Telling(
        "Consultez vos e-mails", "Nous avons envoyé à \(email) un lien pour choisir un nouveau mot de passe.")
    },
    linkIsUsedUp: Telling(
      "Ce lien n’est plus valable",
      "Il a expiré ou a déjà servi. Demandez-en un nouveau dans l’application."),
    linkIsIncomplete: Telling(
      "Ce lien est incomplet",
      "Ouvrez-le de nouveau depuis votre e-mail. Si votre messagerie le coupe, copiez l’adresse entière dans "
        + "le "
        + "navigateur."),
    signInLinkBelongsToApp: Telling(
      "Ouvrez ce lien dans l’application",
      "Il vous connecte à une application. Ouvrez-le sur l’appareil où vous l’avez demandé."),
    accountIsDisabled: Telling(
      "Ce compte est désactivé", "Contactez les responsables de l’application."),
    emailIsTaken: Telling(
      "Cette adresse est déjà utilisée",
      "Un autre compte a entre-temps pris cette adresse e-mail. Rien n’a été changé."),
    actionIsOff: Telling(
      "Cette fonction est désactivée", "L’application n’autorise pas cette façon de se connecter."),
    tooManyAttempts: Telling(
      "Veuillez patienter", "Trop d’e-mails ont été demandés. Réessayez dans une heure."),
    serverIsBusy: Telling(
      "Cela n’a pas fonctionné",
      "Le serveur ne peut pas répondre pour le moment. Réessayez dans une minute."),
    formIsForeign: Telling(
      "Ce formulaire ne vient pas d’ici",
      "Ouvrez de nouveau le lien depuis votre e-mail et utilisez le bouton de la page."),
    ownership: .french, email: "Adresse e-mail", newPassword: "Nouveau mot de passe",
    continueToApp: "Continuer",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "Au moins \(length) caractères"
      case .maximumLength(let length): "Au plus \(length) caractères"
      case .lowercase: "Une lettre minuscule"
      case .uppercase: "Une lettre majuscule"
      case .numeric: "Un chiffre"
      case .nonAlphanumeric: "Un caractère tel que ! ? & #"
      }
    })
}
