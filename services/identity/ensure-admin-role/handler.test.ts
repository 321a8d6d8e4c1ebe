import { expect, test } from 'vitest'
import { ensureAdminRole } from '../../../shared/contract/identity.ts'
import { call, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('says yes to an admin, however often', async () => {
  const as = await given.admin()
  for (let i = 0; i < 2; i += 1)
    expect(await call(ensureAdminRole, { as })).toMatchObject({ status: 200, body: { isAdmin: true } })
})

test('says no to everybody else, and grants nothing', async () => {
  const as = await given.user()
  for (let i = 0; i < 2; i += 1)
    expect(await call(ensureAdminRole, { as })).toMatchObject({ status: 200, body: { isAdmin: false } })
})

test('listens to no claim in the body', async () => {
  const as = await given.user()
  const body = { isAdmin: true, userId: (await given.admin()).userId }
  expect(await call(ensureAdminRole, { as, body })).toMatchObject({ body: { isAdmin: false } })
})

test('refuses a body that is no object', async () => {
  const as = await given.user()
  const reply = await callWrongly(ensureAdminRole, { as, body: [] })
  expect(reply).toMatchObject(refusal('validation_failed'))
})

test('turns away who is not signed in', async () => {
  expect(await call(ensureAdminRole)).toMatchObject(unauthorized)
})

test('never says yes when it cannot know', async () => {
  const as = await given.admin()
  const fault = {
    service: 'cognito',
    action: 'AdminListGroupsForUser',
    error: 'InternalErrorException',
  } as const
  const reply = await withFaults([fault], () => call(ensureAdminRole, { as }))
  expect(reply).toMatchObject(refusal('internal'))
})
