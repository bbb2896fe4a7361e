import Identity

extension BuiltInTexts {
  static let french = BuiltInTexts(
    greeting: "Bonjour,", regards: "Cordialement,\nL’équipe %APP_NAME%",
    names: .init(
      authenticatorApp: "application d’authentification", password: "mot de passe",
      emailLink: "lien par e-mail"),
    smsCode: "%LOGIN_CODE% est votre code de vérification pour %APP_NAME%.",
    mails: [
      .resetPassword: Mail(
        "Réinitialisez votre mot de passe %APP_NAME%", action: "Réinitialiser le mot de passe",
        "Ouvrez ce lien pour choisir un nouveau mot de passe pour votre compte %APP_NAME% %EMAIL%.", "%LINK%",
        "Le lien est valable une heure et ne fonctionne qu’une fois.",
        "Si vous n’avez pas demandé cette réinitialisation, ignorez cet e-mail. Votre mot de passe reste "
          + "inchangé."
      ),
      .verifyEmail: Mail(
        "Confirmez votre adresse e-mail pour %APP_NAME%", action: "Confirmer l’adresse",
        "Ouvrez ce lien pour confirmer que %EMAIL% est bien votre adresse e-mail.", "%LINK%",
        "Le lien est valable trois jours et ne fonctionne qu’une fois.",
        "Si vous n’avez pas créé de compte %APP_NAME%, ignorez cet e-mail."),
      .signIn: Mail(
        "Connectez-vous à %APP_NAME%", action: "Se connecter",
        "Ouvrez ce lien pour vous connecter à %APP_NAME% avec %EMAIL%.", "%LINK%",
        "Le lien est valable six heures et ne fonctionne qu’une fois. Ne le transférez pas : quiconque le "
          + "possède "
          + "peut se connecter à votre compte.",
        "Si vous n’avez pas demandé ce lien, ignorez cet e-mail."),
      .verifyAndChangeEmail: Mail(
        "Confirmez votre nouvelle adresse e-mail pour %APP_NAME%", action: "Confirmer la nouvelle adresse",
        "Ouvrez ce lien pour faire de %NEW_EMAIL% l’adresse e-mail de votre compte %APP_NAME%.", "%LINK%",
        "Le lien est valable trois jours et ne fonctionne qu’une fois. Vous devrez ensuite vous reconnecter.",
        "Si vous n’avez pas demandé ce changement d’adresse, ignorez cet e-mail."),
      .emailChanged: Mail(
        "L’adresse e-mail de votre compte %APP_NAME% a changé", action: "Annuler le changement",
        "L’adresse e-mail de connexion de votre compte %APP_NAME% est passée de %EMAIL% à %NEW_EMAIL%.",
        "Si vous êtes à l’origine de ce changement, vous n’avez rien à faire. Sinon, ouvrez ce lien pour "
          + "rétablir "
          + "votre adresse :", "%LINK%", "Le lien est valable sept jours et ne fonctionne qu’une fois."),
      .emailRemoved: Mail(
        "L’adresse e-mail de votre compte %APP_NAME% a changé", action: "Annuler le changement",
        "L’adresse e-mail de connexion %EMAIL% de votre compte %APP_NAME% a été supprimée.",
        "Si vous êtes à l’origine de ce changement, vous n’avez rien à faire. Sinon, ouvrez ce lien pour "
          + "rétablir "
          + "votre adresse :", "%LINK%", "Le lien est valable sept jours et ne fonctionne qu’une fois."),
      .secondFactorEnrolled: Mail(
        "Validation en deux étapes ajoutée à votre compte %APP_NAME%",
        "Une deuxième étape de connexion a été ajoutée à votre compte %APP_NAME% %EMAIL% : %SECOND_FACTOR%.",
        "Si vous êtes à l’origine de cet ajout, vous n’avez rien à faire.",
        "Sinon, quelqu’un d’autre a peut-être accès à votre compte. Contactez %APP_NAME% sans attendre."),
      .secondFactorRemoved: Mail(
        "Validation en deux étapes retirée de votre compte %APP_NAME%",
        "Une deuxième étape de connexion a été retirée de votre compte %APP_NAME% %EMAIL% : %SECOND_FACTOR%.",
        "Si vous êtes à l’origine de ce retrait, vous n’avez rien à faire.",
        "Sinon, quelqu’un d’autre a peut-être accès à votre compte. Contactez %APP_NAME% sans attendre."),
      .signInMethodAdded: Mail(
        "Méthode de connexion ajoutée à votre compte %APP_NAME%",
        "Une méthode de connexion a été ajoutée à votre compte %APP_NAME% %EMAIL% : %SIGN_IN_METHOD%.",
        "Si vous êtes à l’origine de cet ajout, vous n’avez rien à faire.",
        "Sinon, quelqu’un d’autre a peut-être accès à votre compte. Contactez %APP_NAME% sans attendre."),
      .signInMethodRemoved: Mail(
        "Méthode de connexion retirée de votre compte %APP_NAME%",
        "Une méthode de connexion a été retirée de votre compte %APP_NAME% %EMAIL% : %SIGN_IN_METHOD%.",
        "Si vous êtes à l’origine de ce retrait, vous n’avez rien à faire.",
        "Sinon, quelqu’un d’autre a peut-être accès à votre compte. Contactez %APP_NAME% sans attendre."),
      .passwordChanged: Mail(
        "Le mot de passe de votre compte %APP_NAME% a changé",
        "Le mot de passe de votre compte %APP_NAME% %EMAIL% a été changé.",
        "Si vous êtes à l’origine de ce changement, vous n’avez rien à faire.",
        "Sinon, quelqu’un d’autre a peut-être accès à votre compte. Réinitialisez votre mot de passe et contactez %APP_NAME% sans attendre."
      ),
    ])
}
