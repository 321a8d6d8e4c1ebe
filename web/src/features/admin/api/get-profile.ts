import { adminCall } from './admin-call.ts'

/** The admin's own account. Throws `CallError`. */
export const getProfile = () => adminCall('get-profile', {})
