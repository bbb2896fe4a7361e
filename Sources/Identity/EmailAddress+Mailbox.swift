extension EmailAddress {
  /// Where a mail to the address ends up, as far as it can be told from the address: many providers deliver
  /// what follows a plus to the same mailbox, and Google's also disregard dots. For counting mails, and for
  /// nothing else: two accounts may have addresses of one mailbox.
  public var mailbox: String {
    let domain = domain
    var local = text.prefix { $0 != "@" }
    if let plus = local.firstIndex(of: "+"), plus != local.startIndex { local = local[..<plus] }
    let isGoogles = domain == "gmail.com" || domain == "googlemail.com"
    return "\(isGoogles ? local.filter { $0 != "." } : String(local))@\(isGoogles ? "gmail.com" : domain)"
  }
}
