import { call } from '../../../lib/call.ts'

/** Adds a video by its link. Throws `CallError`. */
export const addMediaLink = (url: string, title: string) => call('add-media-link', { url, title })
