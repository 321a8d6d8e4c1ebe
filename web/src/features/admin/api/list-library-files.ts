import { call } from '../../../lib/call.ts'

/** The files of the library by name. Throws `CallError`. */
export const listLibraryFiles = () => call('list-library-files', {})
