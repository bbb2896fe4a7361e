extension EmailAddress {
  /// The mailbox to which an address probably leads. Many providers ignore a plus and the text after it, and Google
  /// also ignores dots. Use this only to count mails: two accounts may have different addresses of one mailbox.
  public var mailbox: String {
    let domain = domain
    var local = text.prefix { $0 != "@" }
    if let plus = local.firstIndex(of: "+"), plus != local.startIndex { local = local[..<plus] }
    let isGoogles = domain == "gmail.com" || domain == "googlemail.com"
    return "\(isGoogles ? local.filter { $0 != "." } : String(local))@\(isGoogles ? "gmail.com" : domain)"
  }
}
