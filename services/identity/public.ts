/** What other domains may use of this one. */
export { directoryRemovals } from './directory.ts'
export { linkRepository } from './link.repository.ts'
