import { describe, expect, test, vi } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import type { OutgoingEmail } from '#platform/email/send.ts'
import { log } from '#platform/log.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { deliver } from './deliver.ts'
import { emailProblemRepository } from './email-problem.repository.ts'
import { outboxRepository } from './outbox.repository.ts'
import { handle as sendWaiting } from './send-waiting-emails/handler.ts'

const queuedAt = new Date('2027-03-01T10:00:00Z')
const after = (minutes: number) => new Date(queuedAt.getTime() + minutes * 60_000)
const link = 'https://site.example/auth/verify?token=a'
const to = 'robin@people.example'

const anOutbox = () => {
  const { table } = inMemory({ now: queuedAt })
  const sent: OutgoingEmail[] = []
  const outbox = outboxRepository(table)
  const deps = {
    outbox,
    problems: emailProblemRepository(table),
    sendEmail: async (email: OutgoingEmail) => void sent.push(email),
  }
  return {
    sent,
    deps,
    queue: (content: EmailContent, cause = 'a') =>
      table.transact(emailWrite({ cause, to, content, now: queuedAt })),
    record: async () => (await outbox.listFor(to))[0],
  }
}

/** Each email that is useless without its link, and the minutes for which the link works. */
const linkEmails: [EmailContent, number][] = [
  [{ template: 'verify-address', link, hours: 24 }, 24 * 60],
  [{ template: 'confirm-address', link, hours: 24 }, 24 * 60],
  [{ template: 'magic-link', name: 'Robin', link, minutes: 15 }, 15],
  [{ template: 'reset-password', name: 'Robin', link, minutes: 60 }, 60],
  [{ template: 'confirm-new-address', link, minutes: 60 }, 60],
]

describe('an email that is sent late', () => {
  test.each(linkEmails)(
    'is sent while its link works, and not afterwards: $template',
    async (content, life) => {
      const early = anOutbox()
      await early.queue(content)
      expect(await deliver('a', after(life - 1), early.deps)).toBe('sent')
      const late = anOutbox()
      await late.queue(content)
      expect(await deliver('a', after(life), late.deps)).toBe('expired')
      expect(late.sent).toEqual([])
      expect(await late.record()).toMatchObject({ status: 'failed' })
      expect(await late.record()).not.toHaveProperty('content')
      expect(await deliver('a', after(life + 1), late.deps)).toBe('done')
    },
  )

  test('is not sent if it warns of the end of a pass that is over', async () => {
    const content = { template: 'pass-expiring', minutes: 30, guest: false, link } as const
    const { sent, deps, queue } = anOutbox()
    await queue({ ...content, expires_at: after(600).toISOString() }, 'over')
    await queue({ ...content, expires_at: after(602).toISOString() }, 'not over')
    expect(await deliver('over', after(601), deps)).toBe('expired')
    expect(await deliver('not over', after(601), deps)).toBe('sent')
    expect(sent).toHaveLength(1)
  })

  test('keeps what is still true, without a link that has expired', async () => {
    const reset = { link: 'https://site.example/auth/verify?token=reset', minutes: 60 }
    const { sent, deps, queue } = anOutbox()
    await queue({ template: 'already-registered', name: 'Robin', link: 'https://site.example/auth', reset })
    expect(await deliver('a', after(60), deps)).toBe('sent')
    expect(sent[0]?.text).toContain('https://site.example/auth')
    expect(sent[0]?.text).not.toContain('token=reset')
  })

  test('is sent if it has no link that expires, beside one that has', async () => {
    const logged = vi.spyOn(log, 'info').mockReturnValue(undefined)
    const { sent, deps, queue } = anOutbox()
    await queue({ template: 'magic-link', name: 'Robin', link, minutes: 15 })
    await queue({ template: 'contact-receipt', reference: 'A1', received_at: queuedAt.toISOString() }, 'b')
    expect(await sendWaiting(deps, after(180))).toEqual({ sent: 1, failed: 0, left: 0, expired: 1 })
    expect(sent).toHaveLength(1)
    expect(logged).toHaveBeenCalledWith('email not sent, because its link has expired', {
      outboxKey: 'outbox#a',
    })
    logged.mockRestore()
  })
})
