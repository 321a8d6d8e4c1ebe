import { call } from '../../../lib/call.ts'

/** Whether the signed-in person is an admin; no when that cannot be found out. */
export const isAdminNow = async (): Promise<boolean> => {
  try {
    return (await call('ensure-admin-role', {}, { timeoutMs: 10_000 })).isAdmin
  } catch {
    // The answer only chooses the page to go to; the admin pages ask again for themselves.
    return false
  }
}
