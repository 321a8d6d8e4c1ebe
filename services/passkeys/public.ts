/** Exports of this domain that other domains may use. */
export { type PasskeyGrants, passkeyGrants } from './grant.repository.ts'
export { passkeyRecord, type PasskeyRepository, passkeyRepository } from './passkey.repository.ts'
