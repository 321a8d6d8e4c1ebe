import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { submitContact } from '#shared/contract/contact.ts'
import { brand } from '#shared/values/brand.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { newEmail } from '#test/kit/people.ts'
import { poll } from '#test/kit/poll.ts'
import { stored } from '#test/kit/stored.ts'
import { hashOf } from '#platform/crypto.ts'

const aMessage = () => ({
  name: 'Idris Fenwright',
  email: newEmail(),
  subject: `The deposit at number ${randomUUID().slice(0, 8)}`,
  message: 'The tenant has moved out.\nWho decides about the carpet?',
})

const emailsToSupport = async (subject: string) =>
  (await inbox.for(brand.supportEmail)).filter((email) => email.subject.includes(subject))

const waitForSupport = (subject: string) =>
  poll(`email to the support team about ${subject}`, async () => (await emailsToSupport(subject))[0])

describe('submit-contact', () => {
  test('emails the message to the support team with the sender as reply-to', async () => {
    const body = aMessage()
    expect(await callOk(submitContact, { body })).toEqual({ success: true })
    const email = await waitForSupport(body.subject)
    expect(email.replyTo).toBe(body.email)
    expect(email.from).not.toContain(body.email)
    expect(email.text).toContain('> The tenant has moved out.\n> Who decides about the carpet?')
  })

  test('sends a receipt that contains nothing of the message', async () => {
    const body = { ...aMessage(), name: 'Buy these pills', message: 'Buy them at pills.example, now' }
    await callOk(submitContact, { body })
    const email = await inbox.waitFor(body.email)
    expect(email.subject).toBe('We’ve received your message')
    expect(email.text + email.html).not.toMatch(/pills/)
  })

  test('escapes markup in the message', async () => {
    const body = { ...aMessage(), message: '<img src=x onerror="alert(1)"> and more' }
    await callOk(submitContact, { body })
    const email = await waitForSupport(body.subject)
    expect(email.html).toContain('&lt;img src=x')
    expect(email.html).not.toContain('<img')
  })

  test("uses the form's address even if the caller is signed in", async () => {
    const body = aMessage()
    await callOk(submitContact, { as: await given.user(), body })
    expect(await waitForSupport(body.subject)).toMatchObject({ replyTo: body.email })
  })

  test('also counts the messages of all clients together', async () => {
    const counted = async () => {
      const windows = await stored(`rate#submit-contact#everyone:3600:${hashOf('everyone')}`)
      return windows.reduce((sum, { count }) => sum + Number(count), 0)
    }
    await callOk(submitContact, { body: aMessage() })
    const before = await counted()
    await callOk(submitContact, { body: aMessage() })
    expect(await counted()).toBeGreaterThan(before)
  })
})
