import { call } from '../../../lib/call.ts'

/** The videos that the person may see, newest first. Throws `CallError`. */
export const listMediaLinks = () => call('list-media-links', {})
