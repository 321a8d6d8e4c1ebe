import { adminCall } from './admin-call.ts'

/** What admins and operators did about a person, and what the person did as one. Throws `CallError`. */
export const listUserAudit = (id: string) => adminCall('list-user-audit', { id })
