/** What other domains may use of this one. */
export { directoryRemovals } from './directory.ts'
export { voidAllLinks } from './link.repository.ts'
