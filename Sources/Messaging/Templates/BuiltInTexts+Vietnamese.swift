import Identity

extension BuiltInTexts {
  static let vietnamese = BuiltInTexts(
    greeting: "Xin chào,", regards: "Trân trọng,\nĐội ngũ %APP_NAME%",
    names: .init(
      authenticatorApp: "ứng dụng xác thực", password: "mật khẩu", emailLink: "liên kết qua email"),
    smsCode: "%LOGIN_CODE% là mã xác minh của bạn cho %APP_NAME%.",
    mails: [
      .resetPassword: Mail(
        "Đặt lại mật khẩu %APP_NAME%", action: "Đặt lại mật khẩu",
        "Hãy mở liên kết sau để đặt mật khẩu mới cho tài khoản %APP_NAME% %EMAIL% của bạn.", "%LINK%",
        "Liên kết chỉ dùng được một lần, trong vòng một giờ.",
        "Nếu bạn không yêu cầu đặt lại mật khẩu, hãy bỏ qua email này. Mật khẩu của bạn vẫn giữ nguyên."),
      .verifyEmail: Mail(
        "Xác minh địa chỉ email cho %APP_NAME%", action: "Xác minh email",
        "Hãy mở liên kết sau để xác nhận %EMAIL% là địa chỉ email của bạn.", "%LINK%",
        "Liên kết chỉ dùng được một lần, trong vòng ba ngày.",
        "Nếu bạn không tạo tài khoản %APP_NAME%, hãy bỏ qua email này."),
      .signIn: Mail(
        "Đăng nhập vào %APP_NAME%", action: "Đăng nhập",
        "Hãy mở liên kết sau để đăng nhập vào %APP_NAME% bằng %EMAIL%.", "%LINK%",
        "Liên kết chỉ dùng được một lần, trong vòng sáu giờ. Đừng chuyển tiếp cho người khác: ai có liên kết "
          + "này "
          + "cũng đăng nhập được bằng tài khoản của bạn.",
        "Nếu bạn không yêu cầu liên kết này, hãy bỏ qua email này."),
      .verifyAndChangeEmail: Mail(
        "Xác nhận địa chỉ email mới cho %APP_NAME%", action: "Xác nhận email mới",
        "Hãy mở liên kết sau để đổi địa chỉ email của tài khoản %APP_NAME% thành %NEW_EMAIL%.", "%LINK%",
        "Liên kết chỉ dùng được một lần, trong vòng ba ngày. Sau khi đổi, bạn sẽ cần đăng nhập lại.",
        "Nếu bạn không yêu cầu đổi địa chỉ, hãy bỏ qua email này."),
      .emailChanged: Mail(
        "Địa chỉ email đăng nhập %APP_NAME% của bạn đã thay đổi", action: "Hủy thay đổi",
        "Địa chỉ email đăng nhập của tài khoản %APP_NAME% đã được đổi từ %EMAIL% thành %NEW_EMAIL%.",
        "Nếu chính bạn đã thay đổi, bạn không cần làm gì thêm. Nếu không phải bạn, hãy mở liên kết sau để "
          + "lấy lại "
          + "địa chỉ cũ:", "%LINK%", "Liên kết chỉ dùng được một lần, trong vòng bảy ngày."),
      .emailRemoved: Mail(
        "Địa chỉ email đăng nhập %APP_NAME% của bạn đã thay đổi", action: "Hủy thay đổi",
        "Địa chỉ email đăng nhập của tài khoản %APP_NAME% %EMAIL% đã bị xóa.",
        "Nếu chính bạn đã thay đổi, bạn không cần làm gì thêm. Nếu không phải bạn, hãy mở liên kết sau để "
          + "lấy lại "
          + "địa chỉ cũ:", "%LINK%", "Liên kết chỉ dùng được một lần, trong vòng bảy ngày."),
      .secondFactorEnrolled: Mail(
        "Xác minh hai bước đã được thêm vào tài khoản %APP_NAME% của bạn",
        "Tài khoản %APP_NAME% %EMAIL% của bạn vừa được thêm một bước xác minh thứ hai khi đăng nhập: "
          + "%SECOND_FACTOR%.", "Nếu chính bạn đã thêm, bạn không cần làm gì thêm.",
        "Nếu không phải bạn, có thể người khác đang truy cập được tài khoản của bạn. Hãy liên hệ ngay với "
          + "%APP_NAME%."),
      .secondFactorRemoved: Mail(
        "Xác minh hai bước đã bị gỡ khỏi tài khoản %APP_NAME% của bạn",
        "Một bước xác minh thứ hai vừa bị gỡ khỏi tài khoản %APP_NAME% %EMAIL% của bạn: %SECOND_FACTOR%.",
        "Nếu chính bạn đã gỡ, bạn không cần làm gì thêm.",
        "Nếu không phải bạn, có thể người khác đang truy cập được tài khoản của bạn. Hãy liên hệ ngay với "
          + "%APP_NAME%."),
      .signInMethodAdded: Mail(
        "Một cách đăng nhập đã được thêm vào tài khoản %APP_NAME% của bạn",
        "Tài khoản %APP_NAME% %EMAIL% của bạn vừa được thêm một cách đăng nhập: %SIGN_IN_METHOD%.",
        "Nếu chính bạn đã thêm, bạn không cần làm gì thêm.",
        "Nếu không phải bạn, có thể người khác đang truy cập được tài khoản của bạn. Hãy liên hệ ngay với %APP_NAME%."
      ),
      .signInMethodRemoved: Mail(
        "Một cách đăng nhập đã bị gỡ khỏi tài khoản %APP_NAME% của bạn",
        "Một cách đăng nhập vừa bị gỡ khỏi tài khoản %APP_NAME% %EMAIL% của bạn: %SIGN_IN_METHOD%.",
        "Nếu chính bạn đã gỡ, bạn không cần làm gì thêm.",
        "Nếu không phải bạn, có thể người khác đang truy cập được tài khoản của bạn. Hãy liên hệ ngay với %APP_NAME%."
      ),
      .passwordChanged: Mail(
        "Mật khẩu tài khoản %APP_NAME% của bạn đã thay đổi",
        "Mật khẩu của tài khoản %APP_NAME% %EMAIL% vừa được thay đổi.",
        "Nếu chính bạn đã thay đổi, bạn không cần làm gì thêm.",
        "Nếu không phải bạn, có thể người khác đang truy cập được tài khoản của bạn. Hãy đặt lại mật khẩu và liên hệ ngay với %APP_NAME%."
      ),
    ])
}
