/** Exports of this domain that other domains may use. */
export { libraryEmailsRecord } from './library-emails.repository.ts'
