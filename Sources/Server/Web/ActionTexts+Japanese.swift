extension ActionTexts {
  static let japanese = ActionTexts(
    resetPassword: Question("新しいパスワードの設定", button: "パスワードを保存"),
    passwordWasReset: Telling(
      "パスワードを変更しました", "新しいパスワードでログインできます。ほかの端末からはログアウトしました。"),
    verifyEmail: { email in
      Question("メールアドレスの確認", "\(email) はあなたのメールアドレスですか？", button: "はい、確認します")
    },
    emailWasVerified: { email in
      Telling("メールアドレスを確認しました", "\(email) のアカウントをご利用いただけます。")
    },
    changeEmail: { email, newEmail in
      Question(
        "新しいメールアドレスの確認",
        email.map { "ログイン用のメールアドレスを \($0) から \(newEmail) に変更します。" }
          ?? "\(newEmail) でログインできるようにします。",
        "変更後は、もう一度ログインしてください。", button: "新しいメールアドレスを使う")
    },
    emailWasChanged: { newEmail in
      Telling("メールアドレスを変更しました", "\(newEmail) でもう一度ログインしてください。")
    },
    recoverEmail: { email, newEmail in
      Question(
        "メールアドレスを元に戻す",
        newEmail.map { "アカウントのログイン用メールアドレスが \(email) から \($0) に変更されました。" }
          ?? "アカウントからログイン用メールアドレス \(email) が削除されました。",
        "お心当たりがない場合は、元に戻すことができます。", button: "変更を取り消す")
    },
    emailWasRecovered: { email in
      Question(
        "メールアドレスを元に戻しました", "再び \(email) でログインできます。すべての端末からログアウトしました。",
        "ほかの人にパスワードを知られている可能性があります。ご自身で変更した覚えがない場合は、すぐに新しいパスワードを設定してください。",
        button: "パスワード再設定用のメールを受け取る")
    },
    resetWasSent: { email in
      Telling("メールをご確認ください", "\(email) に、新しいパスワードを設定するためのリンクを送信しました。")
    },
    linkIsUsedUp: Telling(
      "このリンクは使えません", "有効期限が切れているか、すでに使用されています。アプリでもう一度リンクを送信してください。"),
    linkIsIncomplete: Telling(
      "リンクが正しくありません",
      "メールからもう一度リンクを開いてください。うまくいかない場合は、URL 全体をコピーしてブラウザに貼り付けてください。"),
    signInLinkBelongsToApp: Telling(
      "アプリでリンクを開いてください", "アプリにログインするためのリンクです。リンクを送信した端末で開いてください。"),
    accountIsDisabled: Telling("このアカウントは無効になっています", "アプリの運営者にお問い合わせください。"),
    emailIsTaken: Telling(
      "このメールアドレスは使用されています", "ほかのアカウントがこのメールアドレスを使用しているため、変更できませんでした。"),
    actionIsOff: Telling("この操作は利用できません", "このアプリでは、このログイン方法は使えません。"),
    tooManyAttempts: Telling(
      "しばらくお待ちください", "メールの送信回数が上限に達しました。1 時間ほどしてからもう一度お試しください。"),
    serverIsBusy: Telling(
      "処理できませんでした", "サーバーが応答できません。しばらくしてからもう一度お試しください。"),
    formIsForeign: Telling(
      "このフォームは受け付けられません", "メールのリンクをもう一度開き、表示されたページのボタンを押してください。"),
    ownership: .japanese, email: "メールアドレス", newPassword: "新しいパスワード", continueToApp: "続ける",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "\(length) 文字以上"
      case .maximumLength(let length): "\(length) 文字以下"
      case .lowercase: "英小文字を含む"
      case .uppercase: "英大文字を含む"
      case .numeric: "数字を含む"
      case .nonAlphanumeric: "記号（! ? & # など）を含む"
      }
    },
    uncommonPassword: "ほかの人が思いつかないパスワード")
}
