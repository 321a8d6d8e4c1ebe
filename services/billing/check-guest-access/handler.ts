import { checkGuestAccess } from '../../../shared/contract/passes.ts'
import { endOf, isUsable } from '../../../shared/rules/pass.ts'
import { hashOf } from '../../platform/crypto.ts'
import { countAgainst } from '../../platform/http/rate.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type PassRepository, passRepository } from '../pass.repository.ts'

interface Needs {
  readonly table: Table
  readonly passes: PassRepository
}

/** Wrong keys that one address may try: guessing 256 bits is hopeless, and this keeps it cheap for us. */
const misses = { by: 'client', max: 20, windowSeconds: 60 } as const

/** Unknown, malformed, unpaid and over are all the same answer. */
const handle: Handle<typeof checkGuestAccess, Needs> = async ({ body, now, client }, { table, passes }) => {
  const held = await passes.byKeyHash(hashOf(body.guest_key))
  if (held === undefined || !isUsable(held.pass, now)) {
    await countAgainst(table, checkGuestAccess.name, misses, client.address, now)
    return { active: false }
  }
  const runs = held.pass.startedAt !== undefined
  return { active: true, ...(runs ? { ends_at: endOf(held.pass).toISOString() } : {}) }
}

const table = new Table()
export const handler = serve(checkGuestAccess, handle, { table, passes: passRepository(table) }, { table })
