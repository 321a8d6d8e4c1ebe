import { call } from '../../../lib/call.ts'

/** All videos, newest first. Throws `CallError`. */
export const listMediaLinks = () => call('list-media-links', {})
