/** Exports of this domain that other domains may use. */
export { outboxRepository } from './outbox.repository.ts'
