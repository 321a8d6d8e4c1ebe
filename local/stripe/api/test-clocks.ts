import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { runDueTasks } from '../billing/renewal.ts'
import { endpoint } from './endpoint.ts'
import { invalid, notFound } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import { page } from '../account/list.ts'
import { expandOnly, integer, paging, text } from '../account/params.ts'
import type { TestClock } from '../account/objects.ts'
import { deleteCustomer } from './customers.ts'

/** Stripe deletes test clocks after 30 days. The emulator keeps them until it is reset. */
const retentionSeconds = 30 * 24 * 3600

const create = (account: Account, frozen: number, name: string | null): TestClock => {
  const clock: TestClock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: account.now(),
    deletes_after: account.now() + retentionSeconds,
    frozen_time: frozen,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  }
  account.testClocks.set(clock.id, clock)
  account.emit('test_helpers.test_clock.created', clock)
  return clock
}

/** Runs everything that is due by then. Returns the clock as still advancing, as Stripe does. */
const advance = (account: Account, clock: TestClock, to: number): TestClock => {
  if (to <= clock.frozen_time)
    throw invalid('`frozen_time` must be after the current time of the test clock.', 'frozen_time')
  applyPatch(clock, { status: 'advancing', status_details: { advancing: { target_frozen_time: to } } })
  account.emit('test_helpers.test_clock.advancing', clock)
  const advancing = structuredClone(clock)
  applyPatch(clock, { frozen_time: to })
  runDueTasks(account)
  applyPatch(clock, { status: 'ready', status_details: {} })
  account.emit('test_helpers.test_clock.ready', clock)
  return advancing
}

const remove = (account: Account, clock: TestClock): object => {
  for (const customer of account.customers.values())
    if (customer.test_clock === clock.id)
      account.asOf(clock.frozen_time, () => deleteCustomer(account, customer))
  account.testClocks.delete(clock.id)
  account.emit('test_helpers.test_clock.deleted', clock)
  return { id: clock.id, object: 'test_helpers.test_clock', deleted: true }
}

const path = '/v1/test_helpers/test_clocks'

export const testClockEndpoints = [
  endpoint({
    action: 'testHelpers.testClocks.create',
    method: 'POST',
    path,
    params: z.strictObject({ ...expandOnly, frozen_time: integer, name: text.optional() }),
    handle: ({ account, params }) => create(account, params.frozen_time, params.name ?? null),
  }),
  endpoint({
    action: 'testHelpers.testClocks.list',
    method: 'GET',
    path,
    params: z.strictObject(paging),
    handle: ({ account, params }) => page([...account.testClocks.values()], params, path),
  }),
  endpoint({
    action: 'testHelpers.testClocks.retrieve',
    method: 'GET',
    path: `${path}/:clock`,
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => account.testClocks.get(id) ?? notFound('test_clock', id),
  }),
  endpoint({
    action: 'testHelpers.testClocks.advance',
    method: 'POST',
    path: `${path}/:clock/advance`,
    params: z.strictObject({ ...expandOnly, frozen_time: integer }),
    handle: ({ account, params, id }) => {
      const clock = account.testClocks.get(id)
      return clock ? advance(account, clock, params.frozen_time) : notFound('test_clock', id)
    },
  }),
  endpoint({
    action: 'testHelpers.testClocks.delete',
    method: 'DELETE',
    path: `${path}/:clock`,
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const clock = account.testClocks.get(id)
      return clock ? remove(account, clock) : notFound('test_clock', id)
    },
  }),
]
