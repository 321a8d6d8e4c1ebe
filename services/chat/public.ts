/** What other domains may use of this one. */
export { visitorRepository } from './visitor.repository.ts'
