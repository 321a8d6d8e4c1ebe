import { adminSearchPageSize } from '../../../../../shared/values/limits.ts'
import { adminCall } from './admin-call.ts'

/** One page of the people whose address matches. Throws `CallError`. */
export const getUsers = (searchEmail: string, page: number) =>
  adminCall('get-users', { page, pageSize: adminSearchPageSize, searchEmail })
