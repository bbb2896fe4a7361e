import Identity

extension BuiltInTexts {
  static let spanish = BuiltInTexts(
    greeting: "Hola:", regards: "Gracias,\nEl equipo de %APP_NAME%",
    names: .init(
      authenticatorApp: "aplicación de autenticación", password: "contraseña", emailLink: "enlace por correo"),
    smsCode: "%LOGIN_CODE% es tu código de verificación de %APP_NAME%.",
    mails: [
      .resetPassword: Mail(
        "Restablece tu contraseña de %APP_NAME%", action: "Restablecer contraseña",
        "Abre este enlace para elegir una contraseña nueva para tu cuenta de %APP_NAME% %EMAIL%.", "%LINK%",
        "El enlace es válido durante una hora y solo se puede usar una vez.",
        "Si no has pedido restablecer la contraseña, ignora este correo. Tu contraseña no cambiará."),
      .verifyEmail: Mail(
        "Verifica tu correo electrónico para %APP_NAME%", action: "Verificar correo",
        "Abre este enlace para confirmar que %EMAIL% es tu dirección de correo electrónico.", "%LINK%",
        "El enlace es válido durante tres días y solo se puede usar una vez.",
        "Si no has creado una cuenta en %APP_NAME%, ignora este correo."),
      .signIn: Mail(
        "Inicia sesión en %APP_NAME%", action: "Iniciar sesión",
        "Abre este enlace para iniciar sesión en %APP_NAME% como %EMAIL%.", "%LINK%",
        "El enlace es válido durante seis horas y solo se puede usar una vez. No lo reenvíes: quien lo tenga "
          + "podrá "
          + "entrar en tu cuenta.",
        "Si no has pedido este enlace, ignora este correo."),
      .verifyAndChangeEmail: Mail(
        "Confirma tu nuevo correo electrónico para %APP_NAME%", action: "Confirmar correo nuevo",
        "Abre este enlace para que %NEW_EMAIL% sea la dirección de correo de tu cuenta de %APP_NAME%.",
        "%LINK%",
        "El enlace es válido durante tres días y solo se puede usar una vez. Después tendrás que volver a "
          + "iniciar "
          + "sesión.",
        "Si no has pedido cambiar la dirección de una cuenta, ignora este correo."),
      .emailChanged: Mail(
        "Ha cambiado el correo electrónico de tu cuenta de %APP_NAME%", action: "Deshacer el cambio",
        "La dirección de correo con la que inicias sesión en %APP_NAME% ha cambiado de %EMAIL% a "
          + "%NEW_EMAIL%.",
        "Si has sido tú, no tienes que hacer nada. Si no, abre este enlace para recuperar tu dirección:",
        "%LINK%", "El enlace es válido durante siete días y solo se puede usar una vez."),
      .emailRemoved: Mail(
        "Ha cambiado el correo electrónico de tu cuenta de %APP_NAME%", action: "Deshacer el cambio",
        "Se ha eliminado la dirección de correo %EMAIL% con la que inicias sesión en %APP_NAME%.",
        "Si has sido tú, no tienes que hacer nada. Si no, abre este enlace para recuperar tu dirección:",
        "%LINK%", "El enlace es válido durante siete días y solo se puede usar una vez."),
      .secondFactorEnrolled: Mail(
        "Verificación en dos pasos añadida a tu cuenta de %APP_NAME%",
        "Se ha añadido un segundo paso al inicio de sesión de tu cuenta de %APP_NAME% %EMAIL%: "
          + "%SECOND_FACTOR%.",
        "Si has sido tú, no tienes que hacer nada.",
        "Si no, es posible que otra persona tenga acceso a tu cuenta. Ponte en contacto con %APP_NAME% "
          + "cuanto antes."
      ),
      .secondFactorRemoved: Mail(
        "Verificación en dos pasos eliminada de tu cuenta de %APP_NAME%",
        "Se ha eliminado un segundo paso del inicio de sesión de tu cuenta de %APP_NAME% %EMAIL%: "
          + "%SECOND_FACTOR%.",
        "Si has sido tú, no tienes que hacer nada.",
        "Si no, es posible que otra persona tenga acceso a tu cuenta. Ponte en contacto con %APP_NAME% "
          + "cuanto antes."
      ),
      .signInMethodAdded: Mail(
        "Método de inicio de sesión añadido a tu cuenta de %APP_NAME%",
        "Se ha añadido un método de inicio de sesión a tu cuenta de %APP_NAME% %EMAIL%: %SIGN_IN_METHOD%.",
        "Si has sido tú, no tienes que hacer nada.",
        "Si no, es posible que otra persona tenga acceso a tu cuenta. Ponte en contacto con %APP_NAME% cuanto antes."
      ),
      .signInMethodRemoved: Mail(
        "Método de inicio de sesión eliminado de tu cuenta de %APP_NAME%",
        "Se ha eliminado un método de inicio de sesión de tu cuenta de %APP_NAME% %EMAIL%: %SIGN_IN_METHOD%.",
        "Si has sido tú, no tienes que hacer nada.",
        "Si no, es posible que otra persona tenga acceso a tu cuenta. Ponte en contacto con %APP_NAME% cuanto antes."
      ),
      .passwordChanged: Mail(
        "Ha cambiado la contraseña de tu cuenta de %APP_NAME%",
        "La contraseña de tu cuenta de %APP_NAME% %EMAIL% ha cambiado.",
        "Si has sido tú, no tienes que hacer nada.",
        "Si no, es posible que otra persona tenga acceso a tu cuenta. Restablece tu contraseña y ponte en contacto con %APP_NAME% cuanto antes."
      ),
    ])
}
