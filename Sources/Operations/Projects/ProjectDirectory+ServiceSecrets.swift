import Foundation
import Identity
import Secrets

/// Secrets of the services that a project uses, in the form in which the database stores them.
extension ProjectDirectory {
  /// Opens the project's secret for the captcha service. Nil if it has none.
  func captchaSecret(of project: Project) throws(IdentityError) -> Secret? {
    try open(
      project.captcha.sealedSecret, CaptchaSettings.sealingContext(of: project.id),
      called: "the captcha's secret")
  }

  func seal(captchaSecret: Secret, of project: ProjectID) throws(IdentityError) -> [UInt8] {
    try seal(captchaSecret, CaptchaSettings.sealingContext(of: project), called: "the captcha's secret")
  }

  /// Opens the password of the project's mail server. Nil if it has none.
  func mailPassword(of project: Project) throws(IdentityError) -> Secret? {
    try open(
      project.mailServer?.sealedPassword, ProjectMailServer.sealingContext(of: project.id),
      called: "the mail server's password")
  }

  func seal(mailPassword: Secret, of project: ProjectID) throws(IdentityError) -> [UInt8] {
    try seal(
      mailPassword, ProjectMailServer.sealingContext(of: project), called: "the mail server's password")
  }

  /// Opens the secret of the project's SMS gateway. Nil if it has none.
  func smsSecret(of project: Project) throws(IdentityError) -> Secret? {
    try open(
      project.smsGateway?.sealedSecret, ProjectSMSGateway.sealingContext(of: project.id),
      called: "the SMS gateway's secret")
  }

  func seal(smsSecret: Secret, of project: ProjectID) throws(IdentityError) -> [UInt8] {
    try seal(smsSecret, ProjectSMSGateway.sealingContext(of: project), called: "the SMS gateway's secret")
  }

  private func open(_ sealed: [UInt8]?, _ context: String, called name: String) throws(IdentityError)
    -> Secret?
  {
    guard let sealed else { return nil }
    do {
      return Secret(String(decoding: try box.open(Data(sealed), context: context), as: UTF8.self))
    } catch {
      throw .unavailable(.configurationUnreadable, cause: "\(name) does not open under this master key")
    }
  }

  private func seal(_ secret: Secret, _ context: String, called name: String) throws(IdentityError) -> [UInt8]
  {
    do {
      return Array(try box.seal(Data(secret.reveal().utf8), context: context))
    } catch {
      throw .unavailable(.internalError, cause: "\(name) could not be sealed")
    }
  }
}
