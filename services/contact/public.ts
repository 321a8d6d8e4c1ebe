/** Exports of this domain that other domains may use. */
export { contactRepository } from './contact.repository.ts'
