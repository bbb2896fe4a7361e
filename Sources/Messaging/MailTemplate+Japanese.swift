extension MailTemplate {
  static func japanese(_ occasion: Occasion, _ values: Values) -> Written {
    let app = values.appName
    let greeting = "いつも \(app) をご利用いただきありがとうございます。"
    let regards = "今後ともよろしくお願いいたします。\n\(app) チーム"
    switch occasion {
    case .passwordReset:
      return (
        "【\(app)】パスワードの再設定",
        [
          greeting, "\(values.email) のアカウントのパスワードを再設定するには、次のリンクを開いてください。", values.link,
          "このリンクは 1 時間有効で、1 回だけ使えます。", "お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。", regards,
        ]
      )
    case .verifyEmail:
      return (
        "【\(app)】メールアドレスの確認",
        [
          greeting, "\(values.email) がご自身のメールアドレスであることを確認するため、次のリンクを開いてください。", values.link,
          "このリンクは 3 日間有効で、1 回だけ使えます。", "アカウントの登録にお心当たりがない場合は、このメールを破棄してください。", regards,
        ]
      )
    case .emailSignIn:
      return (
        "【\(app)】ログイン用リンク",
        [
          greeting, "\(values.email) で \(app) にログインするには、次のリンクを開いてください。", values.link,
          "このリンクは 6 時間有効で、1 回だけ使えます。リンクを知っている人は誰でもログインできるため、転送しないでください。",
          "お心当たりがない場合は、このメールを破棄してください。", regards,
        ]
      )
    case .verifyAndChangeEmail:
      return (
        "【\(app)】新しいメールアドレスの確認",
        [
          greeting,
          "アカウントのメールアドレスを \(values.newEmail ?? values.email) に変更するには、次のリンクを開いてください。", values.link,
          "このリンクは 3 日間有効で、1 回だけ使えます。変更後は、もう一度ログインが必要です。", "変更にお心当たりがない場合は、このメールを破棄してください。",
          regards,
        ]
      )
    case .recoverEmail:
      let change =
        values.newEmail.map { "が \(values.email) から \($0) に変更されました。" } ?? " \(values.email) が削除されました。"
      return (
        "【\(app)】ログイン用メールアドレスが変更されました",
        [
          greeting, "アカウントのログイン用メールアドレス\(change)",
          "ご自身で変更された場合は、何もする必要はありません。お心当たりがない場合は、次のリンクを開いて元のメールアドレスに戻してください。", values.link,
          "このリンクは 7 日間有効で、1 回だけ使えます。", regards,
        ]
      )
    }
  }
}
