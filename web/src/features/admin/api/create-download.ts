import { adminCall } from './admin-call.ts'

/** A link to one file, signed now. Throws `CallError`. */
export const createDownload = (path: string) => adminCall('create-download', { path })
