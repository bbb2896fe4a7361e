import WebPages

/// The files that pages load, at `/__/auth/assets/<name>`. If an app's domain has a proxy for the server, the proxy
/// needs to forward only `/__/auth/`.
extension PageAsset {
  /// All files by their name in the path.
  static let all: [String: PageAsset] = [
    "account_view.js": script(PackageResources.account_view_js),
    "auth_frame.js": script(PackageResources.auth_frame_js),
    "auth_event_delivery.js": script(PackageResources.auth_event_delivery_js),
    "banner.js": script(PackageResources.banner_js),
    "challenge_view.js": script(PackageResources.challenge_view_js),
    "code_form.js": script(PackageResources.code_form_js),
    "conflict_view.js": script(PackageResources.conflict_view_js),
    "copy.js": script(PackageResources.copy_js),
    "dom.js": script(PackageResources.dom_js),
    "gapi.js": gapi,
    "handler.js": script(PackageResources.handler_js),
    "handler_error.js": script(PackageResources.handler_error_js),
    "identity_toolkit.js": script(PackageResources.identity_toolkit_js),
    "jwt.js": script(PackageResources.jwt_js),
    "latchkey.css": styleSheet(PackageResources.latchkey_css),
    "latchkey.svg": icon,
    "mail_link_view.js": script(PackageResources.mail_link_view_js),
    "native_credential.js": script(PackageResources.native_credential_js),
    "page_data.js": script(PackageResources.page_data_js),
    "passkey_view.js": script(PackageResources.passkey_view_js),
    "passkeys.js": script(PackageResources.passkeys_js),
    "phone_form.js": script(PackageResources.phone_form_js),
    "provider_response_view.js": script(PackageResources.provider_response_view_js),
    "qr_code.js": script(PackageResources.qr_code_js),
    "redirect_flow.js": script(PackageResources.redirect_flow_js),
    "sample.js": script(PackageResources.sample_js),
    "sample_auth.js": script(PackageResources.sample_auth_js),
    "second_factors.js": script(PackageResources.second_factors_js),
    "second_factors_view.js": script(PackageResources.second_factors_view_js),
    "sent_hint.js": script(PackageResources.sent_hint_js),
    "session.js": script(PackageResources.session_js),
    "sign_in_view.js": script(PackageResources.sign_in_view_js),
    "token_view.js": script(PackageResources.token_view_js),
  ]

  /// Replaces `https://apis.google.com/js/api.js` in apps' pages and in the frame.
  static let gapi = script(PackageResources.gapi_js)
  static let icon = vectorImage(PackageResources.latchkey_svg)
}
