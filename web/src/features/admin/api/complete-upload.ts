import { adminCall } from './admin-call.ts'

/** Has an upload checked and listed. Throws `CallError`. */
export const completeUpload = (path: string) => adminCall('complete-upload', { path })
