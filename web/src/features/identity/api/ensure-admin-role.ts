import { call } from '../../../lib/call.ts'

/** Whether the signed-in person is an admin. Throws when that cannot be found out. */
export const checkAdmin = async (): Promise<boolean> =>
  (await call('ensure-admin-role', {}, { timeoutMs: 10_000 })).isAdmin

/** Whether the signed-in person is an admin; no when that cannot be found out. */
export const isAdminNow = async (): Promise<boolean> => {
  try {
    return await checkAdmin()
  } catch {
    // The answer only chooses the page to go to; the admin pages ask again for themselves.
    return false
  }
}
