import { call } from '../../../lib/call.ts'

/** The titles and descriptions that the listed paths carry. Throws `CallError`. */
export const listFileTitles = (paths: string[]) => call('list-file-titles', { paths })
