import Composition
import Console
import LatchkeyVersion
import Operations

extension ConsoleDomain {
  init(_ backend: Backend, _ configuration: LatchkeyServer.Configuration, _ readiness: Readiness) {
    self.init(
      service: backend.service, administration: backend.administration, webhooks: backend.webhooks,
      audit: backend.audit, inbox: backend.outbox == nil ? backend.inbox : nil,
      origins: configuration.origins,
      development: configuration.development != nil,
      observation: ConsoleObservation(
        activity: backend.activity, explanations: backend.explanations,
        health: ServerHealth(backend, readiness)))
  }
}

extension ServerHealth {
  init(_ backend: Backend, _ readiness: Readiness) {
    self.init(
      version: Release.version, database: backend.databaseName, signer: backend.signingMethod.name,
      startedAt: backend.startedAt, outbox: backend.outbox, revocations: backend.revocations,
      tally: backend.outboxTally, backups: { backend.backupStatus() },
      queues: {
        Queues(
          passwords: backend.queuedPasswords, maximumPasswords: backend.maximumQueuedPasswords,
          signatures: backend.queuedSignatures)
      },
      checks: { await readiness.report().checks })
  }
}
