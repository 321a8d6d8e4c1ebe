import { call, type CallBody } from '../../../lib/call.ts'

/** A form to post one file to the storage with. Throws `CallError`. */
export const createUpload = (file: CallBody<'create-upload'>) => call('create-upload', file)
