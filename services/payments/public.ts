/** Exports of this domain that other domains may use. */
export { reservationRecord } from './checkout.repository.ts'
