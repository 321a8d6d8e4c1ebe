import { call } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when no user is signed in.

/** Returns the files and videos that the account may see, with their titles and facts. */
export const getLibrary = () => call('get-library', {})

/** Returns a signed link to one file and, for office files that are not to be saved, a link to the preview. */
export const createDownload = (path: string, { save = false } = {}) => call('create-download', { path, save })

/** Returns a signed link to the small image of a picture, or to the picture if it has none. */
export const createThumbnailLink = (path: string) => call('create-download', { path, thumbnail: true })

/** Searches the text inside the files. Returns at most ten files with the places of the matches. */
export const searchLibrary = (query: string) => call('search-library', { query })

/** Returns the last changes of a file or video, newest first. */
export const listLibraryChanges = (item: string) => call('list-library-changes', { item })
