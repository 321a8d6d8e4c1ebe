import { call } from '../../../lib/call.ts'

/** Takes title and description off a file. Throws `CallError`. */
export const deleteFileTitle = (path: string) => call('delete-file-title', { path })
