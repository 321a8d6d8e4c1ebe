import { call } from '../../../lib/call.ts'

/** A link to one file, signed now, and for office files one to their preview. Throws `CallError`. */
export const createDownload = (path: string) => call('create-download', { path })
