import { expect, test } from 'vitest'
import { getProfile } from '#shared/contract/identity.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { handle } from './handler.ts'

test.each(['bounce', 'complaint'] as const)(
  'get-profile says that emails to the address are stopped after a %s',
  async (reason) => {
    const world = inMemory()
    const emailProblems = emailProblemRepository(world.table)
    const caller = await world.account()
    const get = () => callInMemory(getProfile, handle, { caller, now: new Date() }, { emailProblems })
    expect((await get()).body).not.toHaveProperty('emails_stopped')
    const { email } = caller.profile
    await emailProblems.record({ email, reason, detail: 'General', at: '2027-03-01T10:00:00.000Z' })
    expect((await get()).body).toMatchObject({ email, emails_stopped: reason })
  },
)
