import ArgumentParser
import Composition
import Foundation
import Identity
import IdentityProviders
import Operations

/// The options of a SAML identity provider.
struct SAMLProviderOptions: ParsableArguments {
  /// The user's property that an attribute of the provider maps to.
  enum Attribute: String, CaseIterable {
    case email
    case name
    case picture
    case groups

    var path: WritableKeyPath<SAMLAttributeMapping, String?> {
      switch self {
      case .email: \.email
      case .name: \.displayName
      case .picture: \.photoURL
      case .groups: \.groups
      }
    }
  }

  @Option(
    help: ArgumentHelp("The file with the provider's metadata; - reads standard input.", valueName: "file")
  )
  var metadataFile: String?

  @Option(
    help: ArgumentHelp(
      "The address of the provider's metadata, which the server reads now and once an hour. \"\" removes it.",
      valueName: "url"))
  var metadataURL: String?

  @Option(name: .customLong("idp-entity-id"), help: "The provider's entity id.")
  var idpEntityID: String?

  @Option(help: ArgumentHelp("The single sign-on address, for the redirect binding.", valueName: "url"))
  var ssoURL: String?

  @Option(
    help: ArgumentHelp(
      "The file with a certificate of the provider (PEM). Repeat the option for more. Replaces all previous certificates.",
      valueName: "file"))
  var certificateFile: [String] = []

  @Option(
    help:
      "The service provider's entity id, also called audience. (default for a new provider: the project's id)"
  )
  var entityID: String?

  @Option(
    help: ArgumentHelp(
      "The address to which the provider posts its responses; \"\" means the handler where a sign-in began.",
      valueName: "url"
    ))
  var callbackURL: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether requests are signed with the project's key. (default for a new provider: they are)")
  var signRequests: Bool?

  @Flag(
    name: .customLong("force-authn"), inversion: .prefixedNo,
    help: "Whether users must authenticate again at each sign-in.")
  var forcesAuthentication: Bool?

  @Option(
    help: """
      A domain whose users sign in with the provider. Repeat the option for more. "" means no domain.
      """)
  var discoveryDomain: [String] = []

  @Option(
    help: ArgumentHelp(
      "The attribute with the email, name, picture or groups, such as groups=memberOf. Repeat the option for more. "
        + "groups= removes the attribute.", valueName: "which=attribute"))
  var attribute: [String] = []

  @Option(help: "The claim for the groups in the ID token. (default: groups)")
  var groupsClaim: String?

  @Option(
    help: """
      An attribute to put into the ID token. Repeat the option for more. Without this option, the ID token contains all \
      attributes except the groups.
      """)
  var signInAttribute: [String] = []

  @Option(
    name: .customLong("idp-initiated-page"),
    help: ArgumentHelp(
      "Your page for sign-ins that begin at the provider. \"\" refuses such sign-ins.", valueName: "url"))
  var unsolicitedPage: String?

  @Flag(
    name: .customLong("allow-sha1"), inversion: .prefixedNo,
    help:
      "Whether signatures with SHA-1 are accepted. SHA-1 is broken: an attacker who forges a signature signs in as any user."
  )
  var allowsSHA1: Bool?

  /// True if one of the options was given.
  var isGiven: Bool {
    let texts = [
      metadataFile, metadataURL, idpEntityID, ssoURL, entityID, callbackURL, groupsClaim, unsolicitedPage,
    ]
    let lists = [certificateFile, discoveryDomain, attribute, signInAttribute]
    return texts.contains { $0 != nil } || lists.contains { !$0.isEmpty } || signRequests != nil
      || forcesAuthentication != nil || allowsSHA1 != nil
  }

  func validate() throws {
    guard metadataFile == nil || metadataURL == nil else {
      throw ValidationError("Choose one of --metadata-file and --metadata-url.")
    }
    _ = try attributes()
  }

  private func attributes() throws(ValidationError) -> [(Attribute, String)] {
    var all: [(Attribute, String)] = []
    for text in attribute {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let name = Attribute(rawValue: parts[0]) else {
        let names = Attribute.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
          "\"\(text)\" does not map an attribute. Write one of \(names), then = and the attribute's name.")
      }
      all.append((name, parts[1]))
    }
    return all
  }

  /// Reads the metadata from the named source; nil if none was named.
  func metadata(of project: Project, in backend: Backend) async throws -> SAMLMetadata? {
    let caller = Caller(project: project, tenant: nil, authority: .administrator)
    if let metadataFile {
      let text = try InputText.read(
        metadataFile, maximumBytes: SAMLMetadata.maximumLength, as: "metadata document of a SAML provider")
      return try backend.service.samlMetadata(in: Array(text.utf8), caller)
    }
    guard let metadataURL, !metadataURL.isEmpty else { return nil }
    return try await backend.service.samlMetadata(at: metadataURL, caller)
  }

  func apply(_ metadata: SAMLMetadata?, to settings: inout SAMLProviderSettings) throws {
    if let metadata {
      settings.idpEntityID = metadata.entityID
      settings.ssoURL = metadata.ssoURL
      settings.idpCertificates = metadata.certificates.map(\.pem)
    }
    if let metadataURL { settings.setMetadata(url: metadataURL) }
    settings.idpEntityID = idpEntityID ?? settings.idpEntityID
    settings.ssoURL = ssoURL ?? settings.ssoURL
    if !certificateFile.isEmpty {
      settings.idpCertificates = try certificateFile.map { path in
        try InputText.read(path, maximumBytes: 16_384, as: "certificate in PEM")
      }
    }
    settings.spEntityID = entityID ?? settings.spEntityID
    settings.callbackURI = callbackURL ?? settings.callbackURI
    settings.signsRequest = signRequests ?? settings.signsRequest
    settings.forcesAuthentication = forcesAuthentication ?? settings.forcesAuthentication
    if !discoveryDomain.isEmpty { settings.discoveryDomains = discoveryDomain.filter { !$0.isEmpty } }
    for (name, attribute) in try attributes() {
      settings.attributes[keyPath: name.path] = attribute.isEmpty ? nil : attribute
    }
    if let groupsClaim { settings.attributes.groupsClaim = groupsClaim.isEmpty ? nil : groupsClaim }
    if !signInAttribute.isEmpty {
      let names = signInAttribute.filter { !$0.isEmpty }
      settings.attributes.signInAttributes = names.isEmpty ? nil : names
    }
    if let unsolicitedPage { settings.unsolicitedPage = unsolicitedPage.isEmpty ? nil : unsolicitedPage }
    settings.allowsSHA1 = allowsSHA1 ?? settings.allowsSHA1
  }
}
