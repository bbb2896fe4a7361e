import Foundation
import Identity
import IdentityWire
import Messaging

extension ProjectAdministration {
  public func brandingConfig(of project: Project) -> BrandingConfig {
    var config = BrandingConfig(project.branding)
    config.name = "projects/\(project.id)/brandingConfig"
    return config
  }

  /// Sets the fields that the mask names to their values in `change`. A field that `change` lacks is removed. Atomic, as
  /// ``updateConfig(_:mask:in:)`` is.
  ///
  /// - Parameter mask: the mask's text. Without a mask, nothing changes.
  /// - Throws: `INVALID_ARGUMENT` for a mask that names no field, `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  public func updateBrandingConfig(_ change: BrandingConfig, mask: String?, in id: ProjectID)
    async throws(IdentityError) -> BrandingConfig
  {
    guard let mask, !mask.isEmpty else {
      guard let project = try await projects.project(id) else { throw .refused(.projectNotFound) }
      return brandingConfig(of: project)
    }
    let paths = try IdentityError.reading { () throws(MessageFault) in
      let paths = try FieldMask(mask)
      try paths.check(against: BrandingConfig.self)
      return paths
    }
    let project = try await projects.update(id) { (project) throws(IdentityError) in
      let merged = try IdentityError.reading { () throws(MessageFault) in
        try paths.merging(change, into: BrandingConfig(project.branding))
      }
      project.branding = try Branding(merged)
    }
    return brandingConfig(of: project)
  }

  /// Changes the look of a project's pages and mails.
  ///
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  @discardableResult
  public func changeBranding(
    of id: ProjectID, _ change: (inout Branding) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> Branding {
    try await projects.update(id) { (project) throws(IdentityError) in
      var branding = project.branding
      try change(&branding)
      try branding.check()
      project.branding = branding
    }.branding
  }
}

extension BrandingConfig {
  public init(_ branding: Branding) {
    self.init()
    displayName = branding.name
    logo = branding.logo?.base64
    color = branding.colour?.text
    termsUrl = branding.termsURL
    privacyUrl = branding.privacyURL
  }
}

extension Branding {
  static let pictureRule =
    "The logo has to be a PNG, JPEG or WebP picture of at most \(Logo.maximumBytes / 1_024) KiB."
  static let colourRule = "The colour has to be # and six hexadecimal digits, such as #1a56db."

  /// - Throws: `INVALID_CONFIG`.
  init(_ config: BrandingConfig) throws(IdentityError) {
    func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    self.init()
    name = text(config.displayName)
    if let picture = text(config.logo) {
      guard let logo = Logo(base64: picture) else { throw .invalidConfig(Self.pictureRule) }
      self.logo = logo
    }
    if let color = text(config.color) {
      guard let colour = BrandColour(color) else { throw .invalidConfig(Self.colourRule) }
      self.colour = colour
    }
    termsURL = text(config.termsUrl)
    privacyURL = text(config.privacyUrl)
    try check()
  }

  /// - Throws: `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    if let name {
      guard Self.isName(name) else {
        throw .invalidConfig("displayName has to be one line of 1 to \(Self.maximumNameLength) characters.")
      }
    }
    for (field, url) in [("termsUrl", termsURL), ("privacyUrl", privacyURL)] {
      guard let url, !Self.isLink(url) else { continue }
      throw .invalidConfig("\(field) has to be an https address.")
    }
  }

  /// True for an https address without a user's name, in ASCII.
  private static func isLink(_ text: String) -> Bool {
    guard text.utf8.count <= maximumLinkLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !text.utf8.contains(where: { "\"'<>\\`".utf8.contains($0) }),
      let url = ReturnPolicy.webURL(text), url.scheme?.lowercased() == "https", url.user() == nil
    else { return false }
    return true
  }
}
