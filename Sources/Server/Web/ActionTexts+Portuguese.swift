extension ActionTexts {
  static let portuguese = ActionTexts(
    resetPassword: Question("Defina uma nova senha", button: "Salvar a senha"),
    passwordWasReset: Telling(
      "A sua senha foi alterada",
      "Agora você pode entrar com a nova senha. Os outros dispositivos foram desconectados."),
    verifyEmail: { email in
      Question("Confirme o seu e-mail", "\(email) é o seu endereço?", button: "Sim, confirmar")
    },
    emailWasVerified: { email in
      Telling("O seu e-mail está confirmado", "Agora você pode usar a sua conta com \(email).")
    },
    changeEmail: { email, newEmail in
      Question(
        "Confirme o seu novo e-mail",
        email.map { "De agora em diante, você entrará com \(newEmail) em vez de \($0)." }
          ?? "De agora em diante, você poderá entrar com \(newEmail).",
        "Depois, será preciso entrar novamente.", button: "Usar o novo endereço")
    },
    emailWasChanged: { newEmail in
      Telling("O seu e-mail foi alterado", "Entre novamente com \(newEmail).")
    },
    recoverEmail: { email, newEmail in
      Question(
        "Recupere o seu e-mail",
        newEmail.map { "O endereço de e-mail da sua conta foi alterado de \(email) para \($0)." }
          ?? "O endereço de e-mail \(email) foi removido da sua conta.",
        "Se não foi você, é possível desfazer a alteração.", button: "Desfazer a alteração")
    },
    emailWasRecovered: { email in
      Question(
        "Você recuperou o seu e-mail",
        "Você pode entrar novamente com \(email). Todos os dispositivos foram desconectados.",
        "Outra pessoa pode saber a sua senha. Se não foi você quem fez a alteração, defina uma nova senha "
          + "agora.",
        button: "Enviar um link para definir uma nova senha")
    },
    resetWasSent: { email in
      Telling("Veja os seus e-mails", "Enviamos para \(email) um link para definir uma nova senha.")
    },
    linkIsUsedUp: Telling(
      "Este link não funciona mais", "Ele expirou ou já foi usado. Peça um novo no aplicativo."),
    linkIsIncomplete: Telling(
      "Este link está incompleto",
      "Abra-o novamente a partir do e-mail. Se o seu programa de e-mail o cortar, copie o endereço inteiro "
        + "para o "
        + "navegador."),
    signInLinkBelongsToApp: Telling(
      "Abra este link no aplicativo",
      "Ele serve para entrar em um aplicativo. Abra-o no dispositivo em que você o pediu."),
    accountIsDisabled: Telling(
      "Esta conta está desativada", "Entre em contato com os responsáveis pelo aplicativo."),
    emailIsTaken: Telling(
      "Este endereço está em uso", "Outra conta já tem este endereço de e-mail. Nada foi alterado."),
    actionIsOff: Telling("Isto está desativado", "O aplicativo não permite esta forma de entrar."),
    tooManyAttempts: Telling(
      "Aguarde um pouco", "Foram pedidos e-mails demais. Tente novamente em uma hora."),
    serverIsBusy: Telling(
      "Não funcionou", "O servidor não pode responder agora. Tente novamente em um minuto."),
    formIsForeign: Telling(
      "Este formulário não veio daqui",
      "Abra novamente o link a partir do e-mail e use o botão da página."),
    ownership: .portuguese, email: "E-mail", newPassword: "Nova senha", continueToApp: "Continuar",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "Pelo menos \(length) caracteres"
      case .maximumLength(let length): "No máximo \(length) caracteres"
      case .lowercase: "Uma letra minúscula"
      case .uppercase: "Uma letra maiúscula"
      case .numeric: "Um algarismo"
      case .nonAlphanumeric: "Um caractere como ! ? & #"
      }
    })
}
