import { call } from '../../../lib/call.ts'

/** Takes a video off the library. Throws `CallError`. */
export const deleteMediaLink = (id: string) => call('delete-media-link', { id })
