/** Exports of this domain that other domains may use. */
export { visitorRepository } from './visitor.repository.ts'
