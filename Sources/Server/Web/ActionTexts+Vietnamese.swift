extension ActionTexts {
  static let vietnamese = ActionTexts(
    resetPassword: Question("Đặt mật khẩu mới", button: "Lưu mật khẩu"),
    passwordWasReset: Telling(
      "Mật khẩu của bạn đã được đổi",
      "Bây giờ bạn có thể đăng nhập bằng mật khẩu mới. Các thiết bị khác đã bị đăng xuất."),
    verifyEmail: { email in
      Question(
        "Xác minh địa chỉ email", "\(email) có phải là địa chỉ của bạn không?", button: "Đúng, xác minh")
    },
    emailWasVerified: { email in
      Telling("Địa chỉ email đã được xác minh", "Bây giờ bạn có thể dùng tài khoản với \(email).")
    },
    changeEmail: { email, newEmail in
      Question(
        "Xác nhận địa chỉ email mới",
        email.map { "Từ nay bạn sẽ đăng nhập bằng \(newEmail) thay cho \($0)." }
          ?? "Từ nay bạn có thể đăng nhập bằng \(newEmail).",
        "Bạn sẽ cần đăng nhập lại.", button: "Dùng địa chỉ mới")
    },
    emailWasChanged: { newEmail in
      Telling("Địa chỉ email đã được đổi", "Hãy đăng nhập lại bằng \(newEmail).")
    },
    recoverEmail: { email, newEmail in
      Question(
        "Lấy lại địa chỉ email",
        newEmail.map { "Địa chỉ email đăng nhập của tài khoản đã được đổi từ \(email) thành \($0)." }
          ?? "Địa chỉ email đăng nhập \(email) đã bị xóa khỏi tài khoản.",
        "Nếu không phải bạn đã làm việc này, bạn có thể hoàn tác.", button: "Hoàn tác thay đổi")
    },
    emailWasRecovered: { email in
      Question(
        "Địa chỉ email đã được khôi phục",
        "Bạn lại có thể đăng nhập bằng \(email). Tất cả các thiết bị đã bị đăng xuất.",
        "Có thể người khác biết mật khẩu của bạn. Nếu bạn không tự thay đổi địa chỉ, hãy đặt mật khẩu mới "
          + "ngay.",
        button: "Gửi cho tôi liên kết đặt mật khẩu mới")
    },
    resetWasSent: { email in
      Telling("Hãy kiểm tra email", "Chúng tôi đã gửi liên kết đặt mật khẩu mới đến \(email).")
    },
    linkIsUsedUp: Telling(
      "Liên kết này không còn dùng được",
      "Liên kết đã hết hạn hoặc đã được sử dụng. Hãy yêu cầu liên kết mới trong ứng dụng."),
    linkIsIncomplete: Telling(
      "Liên kết không đầy đủ",
      "Hãy mở lại liên kết từ email. Nếu vẫn không được, hãy sao chép toàn bộ địa chỉ vào trình duyệt."),
    signInLinkBelongsToApp: Telling(
      "Hãy mở liên kết này trong ứng dụng",
      "Đây là liên kết đăng nhập vào ứng dụng. Hãy mở trên thiết bị mà bạn đã dùng để yêu cầu liên kết."),
    accountIsDisabled: Telling(
      "Tài khoản này đã bị vô hiệu hóa", "Vui lòng liên hệ với đơn vị vận hành ứng dụng."),
    emailIsTaken: Telling(
      "Địa chỉ này đang được sử dụng",
      "Một tài khoản khác đang dùng địa chỉ email này, nên không có gì được thay đổi."),
    actionIsOff: Telling(
      "Chức năng này đang tắt", "Ứng dụng không cho phép đăng nhập bằng cách này."),
    tooManyAttempts: Telling(
      "Vui lòng đợi một lát", "Đã có quá nhiều email được yêu cầu. Hãy thử lại sau một giờ."),
    serverIsBusy: Telling(
      "Không thực hiện được", "Máy chủ hiện không thể trả lời. Hãy thử lại sau ít phút."),
    formIsForeign: Telling(
      "Biểu mẫu này không được gửi từ đây", "Hãy mở lại liên kết từ email và dùng nút trên trang đó."),
    ownership: .vietnamese, email: "Email", newPassword: "Mật khẩu mới", continueToApp: "Tiếp tục",
    requirement: { requirement in
      switch requirement {
      case .minimumLength(let length): "Ít nhất \(length) ký tự"
      case .maximumLength(let length): "Nhiều nhất \(length) ký tự"
      case .lowercase: "Có chữ thường"
      case .uppercase: "Có chữ hoa"
      case .numeric: "Có chữ số"
      case .nonAlphanumeric: "Có ký tự đặc biệt, ví dụ ! ? & #"
      }
    },
    uncommonPassword: "Mật khẩu mà người khác không nghĩ ra")
}
