import { adminCall } from './admin-call.ts'

/** Takes title and description off a file. Throws `CallError`. */
export const deleteFileTitle = (path: string) => adminCall('delete-file-title', { path })
