import { isUserSubscribed } from '../../../shared/contract/billing.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'

/** Answers from the caller's own items, which were read to let them in. */
const handle: Handle<typeof isUserSubscribed, undefined> = async ({ caller, now }) =>
  isMemberSubscribed(caller, now)

export const handler = serve(isUserSubscribed, handle, undefined, { table: new Table() })
