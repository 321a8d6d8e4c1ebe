/** What other domains may ask of messages from the contact page. */
export { contactRepository } from './contact.repository.ts'
