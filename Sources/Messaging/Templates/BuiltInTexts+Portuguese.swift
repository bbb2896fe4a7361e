import Identity

extension BuiltInTexts {
  static let portuguese = BuiltInTexts(
    greeting: "Olá,", regards: "Obrigado,\nA equipe %APP_NAME%",
    names: .init(
      authenticatorApp: "aplicativo autenticador", password: "senha", emailLink: "link por e-mail"),
    smsCode: "%LOGIN_CODE% é o seu código de verificação para %APP_NAME%.",
    mails: [
      .resetPassword: Mail(
        "Redefina a sua senha do %APP_NAME%", action: "Redefinir senha",
        "Abra este link para definir uma nova senha para a sua conta %EMAIL% no %APP_NAME%.", "%LINK%",
        "O link vale por uma hora e só pode ser usado uma vez.",
        "Se você não pediu para redefinir a senha, ignore este e-mail. A sua senha continua a mesma."),
      .verifyEmail: Mail(
        "Confirme o seu e-mail para o %APP_NAME%", action: "Confirmar e-mail",
        "Abra este link para confirmar que %EMAIL% é o seu endereço de e-mail.", "%LINK%",
        "O link vale por três dias e só pode ser usado uma vez.",
        "Se você não criou uma conta no %APP_NAME%, ignore este e-mail."),
      .signIn: Mail(
        "Entre no %APP_NAME%", action: "Entrar",
        "Abra este link para entrar no %APP_NAME% como %EMAIL%.", "%LINK%",
        "O link vale por seis horas e só pode ser usado uma vez. Não o encaminhe: quem o tiver pode entrar "
          + "na sua "
          + "conta.",
        "Se você não pediu este link, ignore este e-mail."),
      .verifyAndChangeEmail: Mail(
        "Confirme o seu novo e-mail para o %APP_NAME%", action: "Confirmar novo e-mail",
        "Abra este link para que %NEW_EMAIL% passe a ser o endereço de e-mail da sua conta no %APP_NAME%.",
        "%LINK%",
        "O link vale por três dias e só pode ser usado uma vez. Depois, será preciso entrar novamente.",
        "Se você não pediu para mudar o endereço de uma conta, ignore este e-mail."),
      .emailChanged: Mail(
        "O e-mail da sua conta no %APP_NAME% foi alterado", action: "Desfazer a alteração",
        "O endereço de e-mail que você usa para entrar no %APP_NAME% foi alterado de %EMAIL% para "
          + "%NEW_EMAIL%.",
        "Se foi você, não precisa fazer nada. Se não foi, abra este link para recuperar o seu endereço:",
        "%LINK%", "O link vale por sete dias e só pode ser usado uma vez."),
      .emailRemoved: Mail(
        "O e-mail da sua conta no %APP_NAME% foi alterado", action: "Desfazer a alteração",
        "O endereço de e-mail %EMAIL%, que você usa para entrar no %APP_NAME%, foi removido.",
        "Se foi você, não precisa fazer nada. Se não foi, abra este link para recuperar o seu endereço:",
        "%LINK%", "O link vale por sete dias e só pode ser usado uma vez."),
      .secondFactorEnrolled: Mail(
        "Verificação em duas etapas adicionada à sua conta no %APP_NAME%",
        "Uma segunda etapa foi adicionada ao acesso à sua conta %EMAIL% no %APP_NAME%: %SECOND_FACTOR%.",
        "Se foi você, não precisa fazer nada.",
        "Se não foi, outra pessoa pode ter acesso à sua conta. Entre em contato com o %APP_NAME% "
          + "imediatamente."
      ),
      .secondFactorRemoved: Mail(
        "Verificação em duas etapas removida da sua conta no %APP_NAME%",
        "Uma segunda etapa foi removida do acesso à sua conta %EMAIL% no %APP_NAME%: %SECOND_FACTOR%.",
        "Se foi você, não precisa fazer nada.",
        "Se não foi, outra pessoa pode ter acesso à sua conta. Entre em contato com o %APP_NAME% "
          + "imediatamente."
      ),
      .signInMethodAdded: Mail(
        "Forma de entrar adicionada à sua conta no %APP_NAME%",
        "Uma forma de entrar foi adicionada à sua conta %EMAIL% no %APP_NAME%: %SIGN_IN_METHOD%.",
        "Se foi você, não precisa fazer nada.",
        "Se não foi, outra pessoa pode ter acesso à sua conta. Entre em contato com o %APP_NAME% imediatamente."
      ),
      .signInMethodRemoved: Mail(
        "Forma de entrar removida da sua conta no %APP_NAME%",
        "Uma forma de entrar foi removida da sua conta %EMAIL% no %APP_NAME%: %SIGN_IN_METHOD%.",
        "Se foi você, não precisa fazer nada.",
        "Se não foi, outra pessoa pode ter acesso à sua conta. Entre em contato com o %APP_NAME% imediatamente."
      ),
      .passwordChanged: Mail(
        "A senha da sua conta no %APP_NAME% foi alterada",
        "A senha da sua conta %EMAIL% no %APP_NAME% foi alterada.",
        "Se foi você, não precisa fazer nada.",
        "Se não foi, outra pessoa pode ter acesso à sua conta. Redefina a sua senha e entre em contato com o %APP_NAME% imediatamente."
      ),
    ])
}
