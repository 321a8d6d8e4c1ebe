import type { CallBody } from '../../../lib/call.ts'
import { adminCall } from './admin-call.ts'

/** Gives a file a title and a description. Throws `CallError`. */
export const saveFileTitle = (title: CallBody<'save-file-title'>) => adminCall('save-file-title', title)
