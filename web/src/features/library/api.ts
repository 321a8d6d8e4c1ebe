import { call } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when no user is signed in.

/** Returns a signed link to one file and, for office files, a link to the preview. */
export const createDownload = (path: string) => call('create-download', { path })

/** Returns the videos that the account may see, newest first. */
export const listMediaLinks = () => call('list-media-links', {})
