/** What other domains may ask of mails. */
export { outboxRepository } from './outbox.repository.ts'
