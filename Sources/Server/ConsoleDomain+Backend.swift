import Console

extension ConsoleDomain {
  init(_ backend: Backend, _ configuration: LatchkeyServer.Configuration) {
    self.init(
      service: backend.service, administration: backend.administration, audit: backend.audit,
      inbox: backend.outbox == nil ? backend.inbox : nil, origins: configuration.origins,
      development: configuration.development != nil)
  }
}
