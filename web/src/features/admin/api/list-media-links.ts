import { adminCall } from './admin-call.ts'

/** All videos, newest first. Throws `CallError`. */
export const listMediaLinks = () => adminCall('list-media-links', {})
