extension MailTemplate {
  static func vietnamese(_ occasion: Occasion, _ values: Values) -> Written {
    let app = values.appName
    let regards = "Trân trọng,\nĐội ngũ \(app)"
    switch occasion {
    case .passwordReset:
      return (
        "Đặt lại mật khẩu \(app)",
        [
          "Xin chào,",
          "Hãy mở liên kết sau để đặt mật khẩu mới cho tài khoản \(app) \(values.email) của bạn.",
          values.link, "Liên kết chỉ dùng được một lần, trong vòng một giờ.",
          "Nếu bạn không yêu cầu đặt lại mật khẩu, hãy bỏ qua email này. Mật khẩu của bạn vẫn giữ nguyên.",
          regards,
        ]
      )
    case .verifyEmail:
      return (
        "Xác minh địa chỉ email cho \(app)",
        [
          "Xin chào,", "Hãy mở liên kết sau để xác nhận \(values.email) là địa chỉ email của bạn.",
          values.link,
          "Liên kết chỉ dùng được một lần, trong vòng ba ngày.",
          "Nếu bạn không tạo tài khoản \(app), hãy bỏ qua email này.", regards,
        ]
      )
    case .emailSignIn:
      return (
        "Đăng nhập vào \(app)",
        [
          "Xin chào,", "Hãy mở liên kết sau để đăng nhập vào \(app) bằng \(values.email).", values.link,
          "Liên kết chỉ dùng được một lần, trong vòng sáu giờ. Đừng chuyển tiếp cho người khác: ai có liên kết này "
            + "cũng đăng nhập được bằng tài khoản của bạn.",
          "Nếu bạn không yêu cầu liên kết này, hãy bỏ qua email này.", regards,
        ]
      )
    case .verifyAndChangeEmail:
      return (
        "Xác nhận địa chỉ email mới cho \(app)",
        [
          "Xin chào,",
          "Hãy mở liên kết sau để đổi địa chỉ email của tài khoản \(app) thành \(values.newEmail ?? values.email).",
          values.link,
          "Liên kết chỉ dùng được một lần, trong vòng ba ngày. Sau khi đổi, bạn sẽ cần đăng nhập lại.",
          "Nếu bạn không yêu cầu đổi địa chỉ, hãy bỏ qua email này.", regards,
        ]
      )
    case .recoverEmail:
      let change =
        values.newEmail.map { "đã được đổi từ \(values.email) thành \($0)." } ?? "\(values.email) đã bị xóa."
      return (
        "Địa chỉ email đăng nhập \(app) của bạn đã thay đổi",
        [
          "Xin chào,", "Địa chỉ email đăng nhập của tài khoản \(app) \(change)",
          "Nếu chính bạn đã thay đổi, bạn không cần làm gì thêm. Nếu không phải bạn, hãy mở liên kết sau để lấy lại "
            + "địa chỉ cũ:",
          values.link, "Liên kết chỉ dùng được một lần, trong vòng bảy ngày.", regards,
        ]
      )
    }
  }
}
