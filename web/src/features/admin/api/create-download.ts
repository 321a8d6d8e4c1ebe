import { call } from '../../../lib/call.ts'

/** A link to one file, signed now. Throws `CallError`. */
export const createDownload = (path: string) => call('create-download', { path })
