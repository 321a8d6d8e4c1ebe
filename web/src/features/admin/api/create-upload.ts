import type { CallBody } from '../../../lib/call.ts'
import { adminCall } from './admin-call.ts'

/** A form to post one file to the storage with. Throws `CallError`. */
export const createUpload = (file: CallBody<'create-upload'>) => adminCall('create-upload', file)
