import { isMemberSubscribed } from '../member.ts'
import { refused } from '../refusal.ts'
import { isAdminNow } from '../user-pool/admins.ts'
import type { Gate } from './pipeline.ts'

/** For subscribers and admins. The pool is asked only about those who do not subscribe. */
export const memberGate: Gate = {
  check: async (caller, now) => {
    if (isMemberSubscribed(caller, now) || (await isAdminNow(caller.userId))) return
    throw refused('forbidden')
  },
}
