import { call } from '../../../lib/call.ts'

/** Has an upload checked and listed. Throws `CallError`. */
export const completeUpload = (path: string) => call('complete-upload', { path })
