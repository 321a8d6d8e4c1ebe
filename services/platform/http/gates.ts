import { isMemberSubscribed } from '../member.ts'
import { refused } from '../refusal.ts'
import { isAdminNow } from '../user-pool/admins.ts'
import type { Gate } from './pipeline.ts'

/** For admins only, by the pool's word at this moment. */
export const adminGate: Gate = {
  check: async (caller) => {
    if (!(await isAdminNow(caller.userId))) throw refused('forbidden')
  },
}

/** For subscribers and admins. The pool is asked only about those who do not subscribe. */
export const memberGate: Gate = {
  check: async (caller, now) => {
    if (isMemberSubscribed(caller, now) || (await isAdminNow(caller.userId))) return
    throw refused('forbidden')
  },
}
