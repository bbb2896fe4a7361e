import Identity
import IdentityWire
import Secrets

extension ProjectFileEditor {
  /// Sets the captcha settings to those of the file. A stored secret that the file does not name stays, unless the
  /// service changes. For a new address, the file must name the secret again.
  mutating func applyCaptcha(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard members.names("captcha") else { return }
    guard let value = members["captcha"] else {
      project.captcha = CaptchaSettings()
      return
    }
    let path = members.path("captcha")
    let file = try FileMembers(value, at: path)
    var values = file.members
    let stored = try administration.projects.captchaSecret(of: project)
    switch try secret(values["secret"], at: file.path("secret"), stored: stored) {
    case nil: values["secret"] = nil
    case .removed?: values["secret"] = ""
    case .replaced(let secret)?:
      values["secret"] = .string(secret.reveal())
    }
    let config = try FileMembers.message(CaptchaConfig.self, .object(values), at: path)
    guard config.name == nil, config.hasSecret == nil else { throw Self.readOnlyField(path) }
    let known = project.captcha
    let id = project.id
    var settings = try IdentityError.at(path) { () throws(IdentityError) in
      try administration.settings(config, replacing: known, of: id)
    }
    // Sealing the same secret again is not a change.
    if let text = config.secret, stored?.equals(text) == true { settings.sealedSecret = known.sealedSecret }
    project.captcha = settings
  }
}
