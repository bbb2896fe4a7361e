extension ActionTexts {
  static let spanish = ActionTexts(
    resetPassword: Question("Elige una contraseña nueva", button: "Guardar la contraseña"),
    passwordWasReset: Telling(
      "Tu contraseña ha cambiado",
      "Ya puedes iniciar sesión con la contraseña nueva. Se ha cerrado la sesión en los demás dispositivos."),
    verifyEmail: { email in
      Question("Verifica tu correo electrónico", "¿Es \(email) tu dirección?", button: "Sí, verificarla")
    },
    emailWasVerified: { email in
      Telling("Tu correo electrónico está verificado", "Ya puedes usar tu cuenta con \(email).")
    },
    changeEmail: { email, newEmail in
      Question(
        "Confirma tu nuevo correo electrónico",
        email.map { "A partir de ahora iniciarás sesión con \(newEmail) en lugar de \($0)." }
          ?? "A partir de ahora podrás iniciar sesión con \(newEmail).",
        "Después tendrás que volver a iniciar sesión.", button: "Usar la dirección nueva")
    },
    emailWasChanged: { newEmail in
      Telling("Tu correo electrónico ha cambiado", "Vuelve a iniciar sesión con \(newEmail).")
    },
    recoverEmail: { email, newEmail in
      Question(
        "Recupera tu correo electrónico",
        newEmail.map { "La dirección de correo de tu cuenta ha cambiado de \(email) a \($0)." }
          ?? "La dirección de correo \(email) se ha eliminado de tu cuenta.",
        "Si no has sido tú, puedes deshacerlo.", button: "Deshacer el cambio")
    },
    emailWasRecovered: { email in
      Question(
        "Has recuperado tu correo electrónico",
        "Puedes volver a iniciar sesión con \(email). Se ha cerrado la sesión en todos los dispositivos.",
        "Es posible que otra persona conozca tu contraseña. Si no hiciste tú el cambio, elige una nueva "
          + "cuanto "
          + "antes.", button: "Enviarme un enlace para cambiar la contraseña")
    },
    resetWasSent: { email in
      Telling("Mira tu correo", "Hemos enviado a \(email) un enlace para elegir una contraseña nueva.")
    },
    linkIsUsedUp: Telling(
      "Este enlace ya no funciona", "Ha caducado o ya se ha usado. Pide uno nuevo en la aplicación."),
    linkIsIncomplete: Telling(
      "Este enlace está incompleto",
      "Vuelve a abrirlo desde tu correo. Si tu programa de correo lo corta, copia la dirección entera en el "
        + "navegador."),
    signInLinkBelongsToApp: Telling(
      "Abre este enlace en la aplicación",
      "Sirve para iniciar sesión en una aplicación. Ábrelo en el dispositivo donde lo pediste."),
    accountIsDisabled: Telling(
      "Esta cuenta está desactivada", "Ponte en contacto con los responsables de la aplicación."),
    emailIsTaken: Telling(
      "Esta dirección está en uso",
      "Otra cuenta tiene ya esta dirección de correo, así que no se ha cambiado nada."),
    actionIsOff: Telling(
      "Esta función está desactivada", "La aplicación no permite esta forma de iniciar sesión."),
    tooManyAttempts: Telling(
      "Espera un poco", "Se han pedido demasiados correos. Vuelve a intentarlo dentro de una hora."),
    serverIsBusy: Telling(
      "No ha funcionado", "El servidor no puede responder ahora. Vuelve a intentarlo dentro de un minuto."),
    formIsForeign: Telling(
      "Este formulario no se ha enviado desde aquí",
      "Vuelve a abrir el enlace desde tu correo y usa el botón de la página."),
    ownership: .spanish, email: "Correo electrónico", newPassword: "Contraseña nueva",
    continueToApp: "Continuar",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "Al menos \(length) caracteres"
      case .maximumLength(let length): "Como máximo \(length) caracteres"
      case .lowercase: "Una letra minúscula"
      case .uppercase: "Una letra mayúscula"
      case .numeric: "Una cifra"
      case .nonAlphanumeric: "Un carácter como ! ? & #"
      }
    })
}
