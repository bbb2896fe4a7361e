import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension ProjectFileEditor {
  /// Sets a project's or tenant's providers to those of the file. A provider that the file lacks is removed
  /// only with ``prunes``.
  ///
  /// - Parameter project: the project after the change.
  mutating func applyProviders(
    _ members: FileMembers, to list: inout ProviderList, in scope: Scope, of project: Project
  ) throws(IdentityError) {
    guard let named = try members.mapping("providers") else { return }
    let ids = Set(named.map(\.name))
    let others = (list.providers.map(\.providerID) + list.samlProviders.map(\.providerID)).filter {
      !ids.contains($0)
    }
    if prunes {
      for id in others { list.remove(id) }
    } else if !others.isEmpty {
      notes.append(
        "\(members.path("providers")): \(others.sorted().joined(separator: ", ")) stay, though the file does not name them."
      )
    }
    let document = ProjectDocument(projects: projects, secrets: .digests)
    for (id, value) in named {
      let path = "\(members.path("providers"))/\(id.prefix(200))"
      let file = try FileMembers(value, at: path)
      let before = list
      do throws(IdentityError) {
        try applyProvider(id, file, to: &list, in: scope, of: project)
      } catch {
        throw error.detail?.hasPrefix(path) == true ? error : error.inFile(path)
      }
      let isKnown = before.provider(id) != nil || before.samlProvider(id) != nil
      // Sealing the same secrets again is not a change.
      guard isKnown else { continue }
      let (old, new) = try (document.provider(id, in: before, scope), document.provider(id, in: list, scope))
      if JSONValue.object(old).hasSameBytes(as: .object(new)) { list = before }
    }
  }

  private mutating func applyProvider(
    _ id: String, _ file: FileMembers, to list: inout ProviderList, in scope: Scope, of project: Project
  ) throws(IdentityError) {
    let addresses = try OperatorOnlyEndpoints(id, file)
    let editor = ProviderEditor(
      projects: projects, scope: scope, apps: project.apps,
      privateHosts: administration.privateProviderHosts.adding(
        addresses.privateHosts.union([list.provider(id)?.endpoints.privateHost].compactMap(\.self))),
      returnPolicy: ReturnPolicy(project: project, origins: [], acceptsPlainHTTP: true))
    if InboundSAMLConfig.accepts(id: id) {
      try applySAMLProvider(id, file, to: &list, by: editor)
    } else if OAuthIdpConfig.accepts(id: id) {
      var change = ProviderChange()
      change.audiences = try file.texts("audiences")
      try write(OAuthIdpConfig.self, id, file, ["audiences"], to: &list, by: editor, change, addresses)
    } else if DefaultSupportedIdpConfig.accepts(id: id) {
      var change = ProviderChange()
      change.displayName = .init(try file.text("displayName") ?? "")
      try write(
        DefaultSupportedIdpConfig.self, id, file, ["displayName"], to: &list, by: editor, change, addresses)
    } else {
      throw .inFile(file.path, "No provider has this id.")
    }
  }

  private func applySAMLProvider(
    _ id: String, _ file: FileMembers, to list: inout ProviderList, by editor: ProviderEditor
  ) throws(IdentityError) {
    var config = try FileMembers.message(InboundSAMLConfig.self, .object(file.members), at: file.path)
    guard config.name == nil, config.metadataError == nil, config.spConfig?.spCertificates == nil else {
      throw Self.readOnlyField(file.path)
    }
    // Values from metadata are not reset to their state at the time of the export.
    if let known = list.samlProvider(id), let source = known.metadata, config.metadataUrl == source.url {
      config.idpConfig?.ssoUrl = known.ssoURL
      config.idpConfig?.idpCertificates = known.idpCertificates.map { text in
        var certificate = InboundSAMLConfig.IdentityProvider.Certificate()
        certificate.x509Certificate = text
        return certificate
      }
    }
    let known = try ProjectDocument.encoded(try InboundSAMLConfig(id, in: list, secrets: editor.secrets))
    let mask = try Self.mask(Set(file.members.keys).union(known.keys).sorted(), at: file.path)
    try (mask.map { config.settled(config, by: $0) } ?? config).write(id, to: &list, by: editor)
  }

  /// Writes the API's configuration and then the operator's own settings. Enables the provider last, when it
  /// is complete. Gives the secrets with both, because both set addresses.
  private mutating func write<Config: ProviderConfig>(
    _ type: Config.Type, _ id: String, _ file: FileMembers, _ ownNames: [String], to list: inout ProviderList,
    by editor: ProviderEditor, _ change: ProviderChange, _ addresses: OperatorOnlyEndpoints
  ) throws(IdentityError) {
    let known = list.provider(id)
    let stored =
      try known.map { (known) throws(IdentityError) in try editor.secrets(known) } ?? ProviderSecrets()
    var members = file.members
    for name in ownNames + ["endpoints"] { members[name] = nil }
    var change = change
    change.clientSecret = try give(.clientSecret, in: &members, at: file.path, stored: stored.clientSecret)
    if Config.self == OAuthIdpConfig.self {
      change.privateKey = try give(.privateKey, in: &members, at: file.path, stored: stored.privateKey)
    } else if var apple = members["appleSignInConfig"]?.objectValue,
      var key = apple["codeFlowConfig"]?.objectValue
    {
      let path = "\(file.path)/appleSignInConfig/codeFlowConfig"
      change.privateKey = try give(.privateKey, in: &key, at: path, stored: stored.privateKey)
      apple["codeFlowConfig"] = .object(key)
      members["appleSignInConfig"] = .object(apple)
    }
    change.enabled = try file.flag("enabled") ?? false
    change.endpoints = { addresses.apply(to: &$0) }
    // Checked together with the addresses, because revoking needs one of them.
    change.revokesOnDeletion = try file.flag("revokeOnDeletion") ?? false
    members["enabled"] = false
    members["revokeOnDeletion"] = nil
    let config = try FileMembers.message(Config.self, .object(members), at: file.path)
    guard config.name == nil else { throw Self.readOnlyField(file.path) }
    let described = try ProjectDocument.encoded(try Config(id, in: list, secrets: { _ in ProviderSecrets() }))
    let named = Set(members.keys).union(described.keys).subtracting(["privateKey"]).sorted()
    let mask = try Self.mask(named, at: file.path)
    try (mask.map { config.settled(config, by: $0) } ?? config).write(id, to: &list, by: editor)
    try editor.edit(id, change, for: .appCredentials, in: &list)
  }

  /// Replaces the reference to a secret by the secret. An empty text removes the secret. Without a text, it stays.
  private mutating func give(
    _ name: ProviderSecretName, in members: inout [String: JSONValue], at path: String, stored: Secret?
  ) throws(IdentityError) -> FieldChange<Secret>? {
    let name = name.rawValue
    let given = try secret(members[name], at: "\(path)/\(name)", stored: stored)
    switch given {
    case nil: members[name] = nil
    case .removed?: members[name] = ""
    case .replaced(let secret)?: members[name] = .string(secret.reveal())
    }
    return given
  }

  /// Returns the change of a secret. Nil keeps the stored secret: the file does not name a secret, or the environment
  /// lacks the variable.
  mutating func secret(_ value: JSONValue?, at path: String, stored: Secret?) throws(IdentityError)
    -> FieldChange<Secret>?
  {
    guard let value else { return nil }
    guard value != .null else { return .removed }
    let reference = try SecretReference(value, at: path)
    let secret = try IdentityError.at(path) { () throws(IdentityError) in try secrets(reference) }
    if let secret {
      // Refuses the master key as a secret: secrets are sent to providers, and the file itself sets a provider's
      // address.
      guard !projects.box.isKey(secret) else {
        throw .inFile(path, "The master key cannot be a provider's secret.")
      }
      return .replaced(secret)
    }
    guard case .environment(let name) = reference, stored?.isEmpty == false else {
      throw .inFile(path, "There is no secret: \(reference.sentence)")
    }
    notes.append("\(path): \(name) is not set. The stored secret stays, unless its address changes.")
    return nil
  }
}

extension SecretReference {
  fileprivate var sentence: String {
    switch self {
    case .environment(let name): "The environment has no variable \(name)."
    case .file(let path): "The file \(path.prefix(200)) has none."
    }
  }
}

/// A provider's addresses that only an operator can set.
private struct OperatorOnlyEndpoints: Sendable {
  private let addresses: [(path: ProviderEndpoints.Address, text: String?)]
  private let allowsPrivateAddresses: Bool
  /// Hosts that the file itself permits.
  let privateHosts: Set<String>

  init(_ id: String, _ file: FileMembers) throws(IdentityError) {
    let known = ProviderEndpoints.addressesForFile(of: id)
    let members = try FileMembers(
      file["endpoints"] ?? .object([:]), at: file.path("endpoints"),
      names: known.map(\.name) + [ProviderEndpoints.permissionName])
    var addresses: [(path: ProviderEndpoints.Address, text: String?)] = []
    for (name, path) in known {
      let text = try members.text(name)
      _ = try IdentityError.at(members.path(name)) { () throws(IdentityError) in
        try ProviderConfigText.checked(text, name)
      }
      addresses.append((path, text.flatMap { $0.isEmpty ? nil : $0 }))
    }
    self.addresses = addresses
    allowsPrivateAddresses = try members.flag(ProviderEndpoints.permissionName) ?? false
    guard allowsPrivateAddresses else {
      privateHosts = []
      return
    }
    let described = file["oauth2Config"]?.objectValue?.values.compactMap(\.stringValue) ?? []
    let all = described + [file["issuer"]?.stringValue].compactMap(\.self)
    privateHosts = Set(all.compactMap { ReturnPolicy.webURL($0)?.host(percentEncoded: false)?.lowercased() })
  }

  func apply(to endpoints: inout ProviderEndpoints) {
    for (path, text) in addresses { endpoints[keyPath: path] = text }
    endpoints.allowPrivateAddresses = allowsPrivateAddresses
    if allowsPrivateAddresses { endpoints.privateHost = nil }
  }
}
