import { afterEach, describe, expect, test } from 'vitest'
import { emailTranscript, signChatVisitor } from '#shared/contract/chat.ts'
import { call, callOk } from '#test/kit/call.ts'
import { chat } from '#test/kit/chat.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'

afterEach(chat.restore)

describe('email-transcript', () => {
  test('emails a guest the conversation that the chat provider stores', async () => {
    const { guestKey } = await given.guest()
    await chat.reply({ guestKey }, 'You can keep the deposit.')
    expect(await callOk(emailTranscript, { body: { guest_key: guestKey } })).toEqual({
      sentTo: expect.stringContaining('•••@'),
    })
  })

  test("emails a member's own conversation to the account's address", async () => {
    const as = await given.monthlyMember()
    await chat.write(await callOk(signChatVisitor, { as }), 'May I keep the deposit?')
    const { sentTo } = await callOk(emailTranscript, { as })
    expect(sentTo).toBe(as.email.replace(/^(.)[^@]*/, '$1•••'))
  })

  test('finds no conversation of an account that has not chatted', async () => {
    const as = await given.monthlyMember()
    expect(await call(emailTranscript, { as })).toMatchObject(apiError('no_transcript'))
  })
})
