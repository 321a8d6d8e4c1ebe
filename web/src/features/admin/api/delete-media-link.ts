import { adminCall } from './admin-call.ts'

/** Takes a video off the library. Throws `CallError`. */
export const deleteMediaLink = (id: string) => adminCall('delete-media-link', { id })
