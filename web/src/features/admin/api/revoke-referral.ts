import { adminCall } from './admin-call.ts'

/** Deletes a link for good; its answer says nothing. Throws `CallError`. */
export const revokeReferral = (token: string) => adminCall('revoke-referral', { token })
