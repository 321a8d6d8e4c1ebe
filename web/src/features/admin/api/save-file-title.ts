import { call, type CallBody } from '../../../lib/call.ts'

/** Gives a file a title and a description. Throws `CallError`. */
export const saveFileTitle = (title: CallBody<'save-file-title'>) => call('save-file-title', title)
