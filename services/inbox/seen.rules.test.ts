import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { getInboxItem } from '#shared/contract/inbox.ts'
import { anInbox, now } from '#test/kit/in-memory/inbox.ts'

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const changed = { status: 409, body: { error: { code: 'item_changed' } } }

/** A ticket that an admin has opened. `seen` is what the admin's page sends. */
const aSeenTicket = async () => {
  const inbox = await anInbox()
  const member = await inbox.world.account({ plan: 'monthly' })
  const id = await inbox.submit(member)
  const whatIsSeen = async () => getInboxItem.ok.parse((await inbox.get(id)).body).waitingSince
  return {
    ...inbox,
    id,
    seen: await whatIsSeen(),
    whatIsSeen,
    askAgain: () => inbox.followUp(member, '2027-03-02', minutesLater(5)),
    messages: async () => (await inbox.tickets.listPage(member.userId, undefined, now)).tickets[0]?.messages,
  }
}

describe('answer-inbox-item with what the admin saw', () => {
  test('rejects a reply to an earlier question, and sends it once the admin has seen the latest', async () => {
    const { id, seen, whatIsSeen, answer, askAgain, replies } = await aSeenTicket()
    await answer({ id, text: 'The landlord pays.', seen }, minutesLater(1))
    await askAgain()
    const late = { id, text: 'The tenant pays.' }
    expect(await answer({ ...late, seen }, minutesLater(6))).toMatchObject(changed)
    expect(replies()).toHaveLength(1)
    expect(await answer({ ...late, seen: await whatIsSeen() }, minutesLater(7))).toMatchObject({
      status: 200,
      body: { state: 'answered' },
    })
    expect(replies()).toHaveLength(2)
  })

  test('sends a repeated reply once, also after a follow-up question', async () => {
    const { id, seen, answer, askAgain, replies, audited } = await aSeenTicket()
    const body = { id, text: 'The landlord pays.', seen }
    await answer(body, minutesLater(1))
    await askAgain()
    expect(await answer(body, minutesLater(6))).toMatchObject({ status: 200, body: { state: 'open' } })
    expect(replies()).toHaveLength(1)
    expect(audited()).toEqual(['inbox-answered'])
  })

  test('sends the same text again as the reply to a question that the admin has seen', async () => {
    const { id, seen, whatIsSeen, answer, askAgain, replies } = await aSeenTicket()
    await answer({ id, text: 'Yes.', seen }, minutesLater(1))
    await askAgain()
    const body = { id, text: 'Yes.', seen: await whatIsSeen() }
    expect(await answer(body, minutesLater(6))).toMatchObject({ body: { state: 'answered' } })
    expect(replies()).toHaveLength(2)
  })

  test('rejects a reply after a reopening that the admin did not see', async () => {
    const { id, seen, answer, reopen, replies } = await aSeenTicket()
    await answer({ id, text: 'The landlord pays.' }, minutesLater(1))
    await reopen(id, minutesLater(2))
    expect(await answer({ id, text: 'The tenant pays.', seen }, minutesLater(3))).toMatchObject(changed)
    expect(replies()).toHaveLength(1)
  })

  test('rejects a second reply to the question that the admin saw', async () => {
    const { id, seen, answer } = await aSeenTicket()
    await answer({ id, text: 'The landlord pays.', seen })
    expect(await answer({ id, text: 'The tenant pays.', seen })).toMatchObject({
      body: { error: { code: 'already_answered' } },
    })
  })
})

describe('other changes with what the admin saw', () => {
  test.each(['answered-elsewhere', 'no-reply-needed'])(
    'close-inbox-item does not close a follow-up question that the admin did not see: %s',
    async (reason) => {
      const { id, seen, answer, close, askAgain, list, messages } = await aSeenTicket()
      await answer({ id, text: 'The landlord pays.' }, minutesLater(1))
      await askAgain()
      expect(await close({ id, reason, seen }, minutesLater(6))).toMatchObject(changed)
      expect((await list()).body).toMatchObject({ items: [{ id, state: 'open' }] })
      expect(await messages()).toHaveLength(2)
    },
  )

  test('close-inbox-item changes nothing when sent twice', async () => {
    const { id, seen, close, audited } = await aSeenTicket()
    for (let i = 0; i < 2; i += 1)
      expect(await close({ id, reason: 'answered-elsewhere', seen })).toMatchObject({
        body: { state: 'answered' },
      })
    expect(audited()).toEqual(['inbox-answered-elsewhere'])
  })

  test('mark-inbox-item does not record an acknowledgement of a question that the admin did not see', async () => {
    const { id, seen, answer, mark, askAgain, whatIsSeen } = await aSeenTicket()
    await answer({ id, text: 'The landlord pays.' }, minutesLater(1))
    await askAgain()
    const body = { id, kind: 'complaint', acknowledged: true }
    expect(await mark({ ...body, seen }, minutesLater(6))).toMatchObject(changed)
    expect(await mark({ ...body, seen: await whatIsSeen() }, minutesLater(7))).toMatchObject({
      body: { acknowledgedAt: minutesLater(7).toISOString() },
    })
  })

  test('reopen-inbox-item does not reopen an item whose latest question the admin did not see', async () => {
    const { id, seen, answer, reopen, askAgain, audited } = await aSeenTicket()
    await answer({ id, text: 'The landlord pays.' }, minutesLater(1))
    await askAgain()
    await answer({ id, text: 'The landlord pays for that, too.' }, minutesLater(6))
    expect(await reopen(id, minutesLater(7), seen)).toMatchObject(changed)
    expect(audited()).not.toContain('inbox-reopened')
  })

  test('reopen-inbox-item changes nothing when sent twice', async () => {
    const { id, seen, answer, reopen, audited } = await aSeenTicket()
    await answer({ id, text: 'The landlord pays.' })
    for (const minutes of [1, 2])
      expect(await reopen(id, minutesLater(minutes), seen)).toMatchObject({ body: { state: 'open' } })
    expect(audited().filter((action) => action === 'inbox-reopened')).toHaveLength(1)
  })
})

describe('a change of the kind at the same moment', () => {
  test('does not prevent a reply, which is not reported as a second one', async () => {
    const { id, seen, answer, mark, replies } = await aSeenTicket()
    const [answered] = await Promise.all([
      answer({ id, text: 'The landlord pays.', seen }),
      mark({ id, kind: 'complaint', seen }),
    ])
    expect(answered).toMatchObject({ status: 200, body: { state: 'answered', kind: 'complaint' } })
    expect(replies()).toHaveLength(1)
  })

  test('does not prevent closing the item', async () => {
    const { id, seen, close, mark } = await aSeenTicket()
    const [, closed] = await Promise.all([
      mark({ id, kind: 'complaint', seen }),
      close({ id, reason: 'no-reply-needed', seen }),
    ])
    expect(closed).toMatchObject({ status: 200, body: { state: 'closed', kind: 'complaint' } })
  })
})

describe('a change by an admin who has not seen the kind that another has set', () => {
  const aMarkedTicket = async () => {
    const ticket = await aSeenTicket()
    await ticket.mark({ id: ticket.id, kind: 'complaint' })
    return { ...ticket, outdated: { id: ticket.id, seen: ticket.seen, seenKind: 'question' } as const }
  }

  test('sends no reply', async () => {
    const { outdated, answer, replies } = await aMarkedTicket()
    expect(await answer({ ...outdated, text: 'The landlord pays.' })).toMatchObject(changed)
    expect(replies()).toHaveLength(0)
  })

  test('does not close a complaint', async () => {
    const { outdated, close, audited } = await aMarkedTicket()
    expect(await close({ ...outdated, reason: 'no-reply-needed' })).toMatchObject(changed)
    expect(audited()).toEqual(['inbox-marked'])
  })

  test('does not set a third kind', async () => {
    const { outdated, mark, audited } = await aMarkedTicket()
    expect(await mark({ ...outdated, kind: 'data-protection' })).toMatchObject(changed)
    expect(audited()).toEqual(['inbox-marked'])
  })

  test('is accepted if it is the same change', async () => {
    const { outdated, mark, audited } = await aMarkedTicket()
    expect(await mark({ ...outdated, kind: 'complaint' })).toMatchObject({ status: 200 })
    expect(audited()).toEqual(['inbox-marked'])
  })
})
