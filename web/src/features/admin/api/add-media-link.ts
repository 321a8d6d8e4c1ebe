import { adminCall } from './admin-call.ts'

/** Adds a video by its link. Throws `CallError`. */
export const addMediaLink = (url: string, title: string) => adminCall('add-media-link', { url, title })
