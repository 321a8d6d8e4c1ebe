import { call } from '../../../lib/call.ts'

/** Takes a file off the library. Throws `CallError`. */
export const deleteLibraryFile = (path: string) => call('delete-library-file', { path })
