import { hasActiveOneTimeAccess } from '../../../shared/contract/passes.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { hasActivePass } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'

/** Answers from the caller's own items, which were read to let them in. */
const handle: Handle<typeof hasActiveOneTimeAccess, undefined> = async ({ caller, now }) =>
  hasActivePass(caller, now)

export const handler = serve(hasActiveOneTimeAccess, handle, undefined, { table: new Table() })
