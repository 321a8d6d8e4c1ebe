import { adminCall } from './admin-call.ts'

/** Gives a link another token. Throws `CallError`. */
export const rotateReferral = (token: string) => adminCall('rotate-referral', { token })
