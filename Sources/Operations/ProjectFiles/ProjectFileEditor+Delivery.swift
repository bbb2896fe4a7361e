import Identity
import IdentityWire
import Secrets

extension ProjectFileEditor {
  /// Sets the project's mail server to the file's; `null` selects the server-wide one. A stored password that the
  /// file does not name stays, unless another server would receive it.
  mutating func applyMailServer(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard members.names("mailServer") else { return }
    guard let value = members["mailServer"] else {
      project.mailServer = nil
      return
    }
    let path = members.path("mailServer")
    let stored = try administration.projects.mailPassword(of: project)
    let values = try values(value, secret: "password", at: path, stored: stored)
    let config = try FileMembers.message(ProjectConfig.SendEmail.SMTP.self, .object(values), at: path)
    guard config.hasPassword == nil else { throw Self.readOnlyField(path) }
    let (known, id) = (project.mailServer, project.id)
    var server = try IdentityError.at(path) { () throws(IdentityError) in
      try administration.mailServer(config, replacing: known, of: id)
    }
    // Sealing the same password again is not a change.
    if let text = config.password, stored?.equals(text) == true {
      server?.sealedPassword = known?.sealedPassword
    }
    project.mailServer = server
  }

  /// Sets the project's SMS gateway to the file's; `null` selects the server-wide one.
  mutating func applySMSGateway(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard members.names("smsGateway") else { return }
    guard let value = members["smsGateway"] else {
      project.smsGateway = nil
      return
    }
    let path = members.path("smsGateway")
    let stored = try administration.projects.smsSecret(of: project)
    let values = try values(value, secret: "secret", at: path, stored: stored)
    let config = try FileMembers.message(SMSGatewayConfig.self, .object(values), at: path)
    guard config.name == nil, config.hasSecret == nil else { throw Self.readOnlyField(path) }
    let (known, id) = (project.smsGateway, project.id)
    var gateway = try IdentityError.at(path) { () throws(IdentityError) in
      try administration.smsGateway(config, replacing: known, of: id)
    }
    if let text = config.secret, stored?.equals(text) == true { gateway?.sealedSecret = known?.sealedSecret }
    project.smsGateway = gateway
  }

  /// Sets the look of the project's pages and mails to the file's.
  func applyBranding(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard members.names("branding") else { return }
    guard let value = members["branding"] else {
      project.branding = Branding()
      return
    }
    let path = members.path("branding")
    let config = try FileMembers.message(BrandingConfig.self, value, at: path)
    guard config.name == nil else { throw Self.readOnlyField(path) }
    project.branding = try IdentityError.at(path) { () throws(IdentityError) in try Branding(config) }
  }

  /// The members of a mapping, with the secret that one of them refers to.
  private mutating func values(
    _ value: JSONValue, secret name: String, at path: String, stored: Secret?
  ) throws(IdentityError) -> [String: JSONValue] {
    let file = try FileMembers(value, at: path)
    var values = file.members
    switch try secret(values[name], at: file.path(name), stored: stored) {
    case nil: values[name] = nil
    case .removed?: values[name] = ""
    case .replaced(let secret)?: values[name] = .string(secret.reveal())
    }
    return values
  }
}
