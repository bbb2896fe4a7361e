extension OwnershipTexts {
  static let english = OwnershipTexts(
    accountMade: { "The account was made on \($0)." },
    waysIn: {
      $0.isEmpty ? "Nobody can sign in to it yet." : "Ways to sign in: \($0.joined(separator: ", "))."
    },
    password: "a password", phone: { "the phone number \($0)" }, mailedLink: "links mailed to its address",
    app: "the app itself",
    notMyAccount:
      "If you did not make this account, press “This was not me”: everybody is signed out of it, and its "
      + "password and all other ways to sign in are removed.",
    notMyChange: "If you did not ask for this, press “This was not me”: nothing is changed.",
    disown: "This was not me",
    accountWasDisowned: { email in
      .init(
        "Nobody can sign in to the account any more",
        "Everybody was signed out of the account with \(email). Its password and all other ways to sign in were removed.",
        "If you want to use the app with this address, set a password of your own. Otherwise you need not do anything."
      )
    },
    changeWasDeclined: { .init("Nothing was changed", "\($0) was not added to the account.") },
    currentPassword: "The account’s password",
    staySignedIn:
      "Type it to stay signed in. Without it everybody is signed out, all other ways to sign in are "
      + "removed, and you set a new password by mail.",
    everybodyIsSignedOut:
      "Everybody is signed out then, and all other ways to sign in are removed. You set a password "
      + "by mail.",
    everybodyWasSignedOut:
      "Everybody was signed out, and all other ways to sign in were removed. Set a new password to "
      + "use your account.",
    proveChange: "Type it to show that the account is yours.",
    cannotProveChange:
      "The app asks for a proof that the account is yours. Confirm the new address in the app where you "
      + "are signed in.",
    passwordIsMissing: "Type the account’s password.", passwordIsWrong: "This is not the account’s password.",
    tooManyGuesses: .init("Please wait a while", "Too many wrong passwords were tried. Try again later."))

  static let french = OwnershipTexts(
    accountMade: { "Le compte a été créé le \($0)." },
    waysIn: {
      $0.isEmpty
        ? "Personne ne peut encore s’y connecter." : "Moyens de connexion : \($0.joined(separator: ", "))."
    },
    password: "un mot de passe", phone: { "le numéro de téléphone \($0)" },
    mailedLink: "des liens envoyés à son adresse", app: "l’application elle-même",
    notMyAccount:
      "Si vous n’avez pas créé ce compte, choisissez « Ce n’était pas moi » : tout le monde en est "
      + "déconnecté, et son mot de passe et ses autres moyens de connexion sont supprimés.",
    notMyChange: "Si vous n’avez rien demandé, choisissez « Ce n’était pas moi » : rien n’est changé.",
    disown: "Ce n’était pas moi",
    accountWasDisowned: { email in
      .init(
        "Plus personne ne peut se connecter à ce compte",
        "Tout le monde a été déconnecté du compte de \(email). Son mot de passe et ses autres moyens de connexion ont "
          + "été supprimés.",
        "Pour utiliser l’application avec cette adresse, choisissez votre propre mot de passe. Sinon, vous n’avez rien "
          + "à faire.")
    },
    changeWasDeclined: { .init("Rien n’a été changé", "\($0) n’a pas été ajoutée au compte.") },
    currentPassword: "Mot de passe du compte",
    staySignedIn:
      "Saisissez-le pour rester connecté. Sinon, tout le monde est déconnecté, les autres moyens de "
      + "connexion sont supprimés et vous choisissez un nouveau mot de passe par e-mail.",
    everybodyIsSignedOut:
      "Tout le monde est alors déconnecté et les autres moyens de connexion sont supprimés. Vous "
      + "choisissez un mot de passe par e-mail.",
    everybodyWasSignedOut:
      "Tout le monde a été déconnecté et les autres moyens de connexion ont été supprimés. "
      + "Choisissez un nouveau mot de passe pour utiliser votre compte.",
    proveChange: "Saisissez-le pour montrer que le compte est le vôtre.",
    cannotProveChange:
      "L’application demande une preuve que le compte est le vôtre. Confirmez la nouvelle adresse dans "
      + "l’application où vous êtes connecté.",
    passwordIsMissing: "Saisissez le mot de passe du compte.",
    passwordIsWrong: "Ce n’est pas le mot de passe du compte.",
    tooManyGuesses: .init(
      "Patientez un peu", "Trop de mots de passe erronés ont été essayés. Réessayez plus tard."))

  static let german = OwnershipTexts(
    accountMade: { "Das Konto wurde angelegt am \($0)." },
    waysIn: {
      $0.isEmpty
        ? "Noch kann sich niemand anmelden." : "Anmelden kann man sich so: \($0.joined(separator: ", "))."
    },
    password: "mit einem Passwort", phone: { "mit der Telefonnummer \($0)" },
    mailedLink: "mit Links an die E-Mail-Adresse", app: "durch die App selbst",
    notMyAccount:
      "Wenn Sie dieses Konto nicht angelegt haben, wählen Sie „Das war ich nicht“: Alle werden abgemeldet, "
      + "das Passwort und alle anderen Wege zur Anmeldung werden entfernt.",
    notMyChange: "Wenn Sie das nicht wollten, wählen Sie „Das war ich nicht“: Es wird nichts geändert.",
    disown: "Das war ich nicht",
    accountWasDisowned: { email in
      .init(
        "Bei diesem Konto kann sich niemand mehr anmelden",
        "Alle wurden vom Konto mit \(email) abgemeldet. Sein Passwort und alle anderen Wege zur Anmeldung wurden "
          + "entfernt.",
        "Wenn Sie die App mit dieser Adresse benutzen möchten, legen Sie ein eigenes Passwort fest. Sonst brauchen Sie "
          + "nichts zu tun.")
    },
    changeWasDeclined: { .init("Es wurde nichts geändert", "\($0) gehört nicht zu dem Konto.") },
    currentPassword: "Passwort des Kontos",
    staySignedIn:
      "Geben Sie es ein, um angemeldet zu bleiben. Ohne das Passwort werden alle abgemeldet und alle anderen "
      + "Wege zur Anmeldung entfernt; ein neues Passwort legen Sie dann per E-Mail fest.",
    everybodyIsSignedOut:
      "Danach sind alle abgemeldet und alle anderen Wege zur Anmeldung entfernt. Ein Passwort legen "
      + "Sie per E-Mail fest.",
    everybodyWasSignedOut:
      "Alle wurden abgemeldet, und alle anderen Wege zur Anmeldung wurden entfernt. Legen Sie ein "
      + "neues Passwort fest, um Ihr Konto zu benutzen.",
    proveChange: "Geben Sie es ein, um zu zeigen, dass es Ihr Konto ist.",
    cannotProveChange:
      "Die App verlangt einen Nachweis, dass es Ihr Konto ist. Bestätigen Sie die neue Adresse in der "
      + "App, in der Sie angemeldet sind.",
    passwordIsMissing: "Geben Sie das Passwort des Kontos ein.",
    passwordIsWrong: "Das ist nicht das Passwort des Kontos.",
    tooManyGuesses: .init(
      "Bitte warten Sie etwas",
      "Es wurden zu viele falsche Passwörter versucht. Versuchen Sie es später wieder."))

  static let japanese = OwnershipTexts(
    accountMade: { "このアカウントは \($0) に作成されました。" },
    waysIn: {
      $0.isEmpty ? "まだ誰もログインできません。" : "ログイン方法：\($0.joined(separator: "、"))"
    },
    password: "パスワード", phone: { "電話番号 \($0)" }, mailedLink: "メールで届くリンク", app: "アプリ自体",
    notMyAccount: "このアカウントを作成した覚えがない場合は「心当たりがありません」を押してください。すべての端末からログアウトし、パスワードとほかのログイン方法をすべて削除します。",
    notMyChange: "心当たりがない場合は「心当たりがありません」を押してください。何も変更されません。",
    disown: "心当たりがありません",
    accountWasDisowned: { email in
      .init(
        "このアカウントには誰もログインできなくなりました",
        "\(email) のアカウントからすべての端末をログアウトし、パスワードとほかのログイン方法をすべて削除しました。",
        "このメールアドレスでアプリを利用する場合は、ご自身のパスワードを設定してください。利用しない場合は、何もする必要はありません。")
    },
    changeWasDeclined: { .init("変更しませんでした", "\($0) はアカウントに追加されませんでした。") },
    currentPassword: "アカウントのパスワード",
    staySignedIn: "入力すると、ログインしたままになります。入力しない場合は、すべての端末からログアウトし、ほかのログイン方法をすべて削除します。新しいパスワードはメールで設定してください。",
    everybodyIsSignedOut: "確認すると、すべての端末からログアウトし、ほかのログイン方法をすべて削除します。パスワードはメールで設定してください。",
    everybodyWasSignedOut: "すべての端末からログアウトし、ほかのログイン方法をすべて削除しました。アカウントを利用するには、新しいパスワードを設定してください。",
    proveChange: "ご自身のアカウントであることを確認するため、入力してください。",
    cannotProveChange: "ご自身のアカウントであることの確認が必要です。ログインしているアプリで新しいメールアドレスを確認してください。",
    passwordIsMissing: "アカウントのパスワードを入力してください。", passwordIsWrong: "アカウントのパスワードと一致しません。",
    tooManyGuesses: .init(
      "しばらくお待ちください", "間違ったパスワードの入力回数が上限に達しました。時間をおいてもう一度お試しください。"))

  static let portuguese = OwnershipTexts(
    accountMade: { "A conta foi criada em \($0)." },
    waysIn: {
      $0.isEmpty ? "Ninguém consegue entrar nela ainda." : "Formas de entrar: \($0.joined(separator: ", "))."
    },
    password: "uma senha", phone: { "o número de telefone \($0)" },
    mailedLink: "links enviados para o endereço dela", app: "o próprio app",
    notMyAccount:
      "Se não foi você quem criou esta conta, toque em “Não fui eu”: todos são desconectados, e a senha e "
      + "todas as outras formas de entrar são removidas.",
    notMyChange: "Se você não pediu isto, toque em “Não fui eu”: nada é alterado.", disown: "Não fui eu",
    accountWasDisowned: { email in
      .init(
        "Ninguém mais consegue entrar na conta",
        "Todos foram desconectados da conta com \(email). A senha e todas as outras formas de entrar foram removidas.",
        "Se quiser usar o app com este endereço, defina a sua própria senha. Caso contrário, não é preciso fazer nada."
      )
    },
    changeWasDeclined: { .init("Nada foi alterado", "\($0) não foi adicionado à conta.") },
    currentPassword: "Senha da conta",
    staySignedIn:
      "Digite-a para continuar conectado. Sem ela, todos são desconectados, as outras formas de entrar são "
      + "removidas e você define uma nova senha por e-mail.",
    everybodyIsSignedOut:
      "Depois disso, todos são desconectados e as outras formas de entrar são removidas. Você define "
      + "uma senha por e-mail.",
    everybodyWasSignedOut:
      "Todos foram desconectados, e as outras formas de entrar foram removidas. Defina uma nova "
      + "senha para usar a sua conta.",
    proveChange: "Digite-a para mostrar que a conta é sua.",
    cannotProveChange:
      "O app pede uma prova de que a conta é sua. Confirme o novo endereço no app em que você está "
      + "conectado.",
    passwordIsMissing: "Digite a senha da conta.", passwordIsWrong: "Esta não é a senha da conta.",
    tooManyGuesses: .init(
      "Aguarde um pouco", "Foram tentadas senhas erradas demais. Tente novamente mais tarde."))

  static let spanish = OwnershipTexts(
    accountMade: { "La cuenta se creó el \($0)." },
    waysIn: {
      $0.isEmpty
        ? "Nadie puede iniciar sesión todavía." : "Formas de iniciar sesión: \($0.joined(separator: ", "))."
    },
    password: "una contraseña", phone: { "el número de teléfono \($0)" },
    mailedLink: "enlaces enviados a su dirección", app: "la propia aplicación",
    notMyAccount:
      "Si no has creado esta cuenta, pulsa «No he sido yo»: se cierra la sesión de todos y se eliminan la "
      + "contraseña y las demás formas de iniciar sesión.",
    notMyChange: "Si no lo has pedido, pulsa «No he sido yo»: no se cambia nada.", disown: "No he sido yo",
    accountWasDisowned: { email in
      .init(
        "Ya nadie puede iniciar sesión en la cuenta",
        "Se ha cerrado la sesión de todos en la cuenta con \(email). Se han eliminado la contraseña y las demás formas "
          + "de iniciar sesión.",
        "Si quieres usar la aplicación con esta dirección, elige tu propia contraseña. Si no, no tienes que hacer nada."
      )
    },
    changeWasDeclined: { .init("No se ha cambiado nada", "\($0) no se ha añadido a la cuenta.") },
    currentPassword: "Contraseña de la cuenta",
    staySignedIn:
      "Escríbela para mantener la sesión iniciada. Sin ella, se cierra la sesión de todos, se eliminan las "
      + "demás formas de iniciar sesión y eliges una contraseña nueva por correo.",
    everybodyIsSignedOut:
      "Después se cierra la sesión de todos y se eliminan las demás formas de iniciar sesión. Elige "
      + "una contraseña por correo.",
    everybodyWasSignedOut:
      "Se ha cerrado la sesión de todos y se han eliminado las demás formas de iniciar sesión. "
      + "Elige una contraseña nueva para usar tu cuenta.",
    proveChange: "Escríbela para demostrar que la cuenta es tuya.",
    cannotProveChange:
      "La aplicación pide una prueba de que la cuenta es tuya. Confirma la nueva dirección en la "
      + "aplicación en la que has iniciado sesión.",
    passwordIsMissing: "Escribe la contraseña de la cuenta.",
    passwordIsWrong: "Esta no es la contraseña de la cuenta.",
    tooManyGuesses: .init(
      "Espera un poco", "Se han probado demasiadas contraseñas incorrectas. Inténtalo más tarde."))

  static let vietnamese = OwnershipTexts(
    accountMade: { "Tài khoản được tạo vào \($0)." },
    waysIn: {
      $0.isEmpty ? "Chưa ai có thể đăng nhập vào đó." : "Cách đăng nhập: \($0.joined(separator: ", "))."
    },
    password: "mật khẩu", phone: { "số điện thoại \($0)" }, mailedLink: "liên kết gửi đến địa chỉ này",
    app: "chính ứng dụng",
    notMyAccount:
      "Nếu bạn không tạo tài khoản này, hãy chọn “Không phải tôi”: mọi người bị đăng xuất, mật khẩu và mọi "
      + "cách đăng nhập khác bị xóa.",
    notMyChange: "Nếu bạn không yêu cầu việc này, hãy chọn “Không phải tôi”: không có gì thay đổi.",
    disown: "Không phải tôi",
    accountWasDisowned: { email in
      .init(
        "Không ai còn đăng nhập được vào tài khoản",
        "Mọi người đã bị đăng xuất khỏi tài khoản của \(email). Mật khẩu và mọi cách đăng nhập khác đã bị xóa.",
        "Nếu bạn muốn dùng ứng dụng với địa chỉ này, hãy đặt mật khẩu của riêng bạn. Nếu không, bạn không cần làm gì."
      )
    },
    changeWasDeclined: { .init("Không có gì thay đổi", "\($0) không được thêm vào tài khoản.") },
    currentPassword: "Mật khẩu của tài khoản",
    staySignedIn:
      "Nhập mật khẩu để tiếp tục đăng nhập. Nếu không, mọi người bị đăng xuất, mọi cách đăng nhập khác bị "
      + "xóa và bạn đặt mật khẩu mới qua email.",
    everybodyIsSignedOut:
      "Sau đó mọi người bị đăng xuất và mọi cách đăng nhập khác bị xóa. Bạn đặt mật khẩu qua email.",
    everybodyWasSignedOut:
      "Mọi người đã bị đăng xuất và mọi cách đăng nhập khác đã bị xóa. Hãy đặt mật khẩu mới để dùng "
      + "tài khoản.",
    proveChange: "Nhập mật khẩu để chứng tỏ tài khoản là của bạn.",
    cannotProveChange:
      "Ứng dụng cần bằng chứng rằng tài khoản là của bạn. Hãy xác nhận địa chỉ mới trong ứng dụng mà bạn "
      + "đang đăng nhập.",
    passwordIsMissing: "Hãy nhập mật khẩu của tài khoản.",
    passwordIsWrong: "Đây không phải mật khẩu của tài khoản.",
    tooManyGuesses: .init(
      "Vui lòng đợi một lát", "Đã có quá nhiều lần nhập sai mật khẩu. Hãy thử lại sau."))
}
