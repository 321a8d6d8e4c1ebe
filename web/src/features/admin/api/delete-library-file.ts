import { adminCall } from './admin-call.ts'

/** Takes a file off the library. Throws `CallError`. */
export const deleteLibraryFile = (path: string) => adminCall('delete-library-file', { path })
