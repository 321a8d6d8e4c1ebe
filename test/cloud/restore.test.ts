import { setTimeout as sleep } from 'node:timers/promises'
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test, vi } from 'vitest'
import { localResources } from '#bin/tasks/admin/find-stage.ts'
import { restoredName } from '#bin/tasks/ops/switch-table.ts'
import { run } from '#bin/tasks/ops/run.ts'
import { keys } from '#platform/table/keys.ts'
import { getProfile } from '#shared/contract/identity.ts'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { call, callOk } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { operator } from '../kit/operator.ts'
import { site } from '../kit/site.ts'

const env = { ...process.env, PORT: new URL(site()).port }

/** Separates changes by more than the delay of the stream. */
const pause = () => sleep(500)

const question = (topic: string) => ({
  topic,
  country: 'england' as const,
  message: 'How long may a landlord keep a deposit?',
})

/**
 * The rehearsal of the runbook. It only undoes changes of the last seconds, which this test made, because no other file
 * runs at the same time.
 */
test('ops restore undoes an accident on the running cloud, and keeps everything before it', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const as = await given.monthlyMember()
  const before = await callOk(getProfile, { as })
  const { id } = await callOk(submitTicket, { as, body: question('Before') })
  await pause()
  const to = new Date()
  await pause()
  await callOk(submitTicket, { as, body: question('After') })
  await (await operator.table()).delete(keys.profile(as.userId))
  expect(await call(getProfile, { as })).toMatchObject({ status: 401 })

  await run(['restore', '--stage', 'local', '--to', to.toISOString(), '--confirm', 'local'], env)

  expect(printed.mock.calls.join('\n')).toContain('Confirmed: ')
  expect(await callOk(getProfile, { as })).toEqual(before)
  const { data } = await callOk(listTickets, { as })
  expect(data).toMatchObject([{ id, topic: 'Before' }])

  const { settings } = await localResources(env)
  await new DynamoDBClient(settings).send(new DeleteTableCommand({ TableName: restoredName('local', to) }))
})
