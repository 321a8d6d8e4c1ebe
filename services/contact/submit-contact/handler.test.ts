import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { submitContact } from '../../../shared/contract/contact.ts'
import { brand } from '../../../shared/values/brand.ts'
import { call, callOk, newClient } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { newEmail } from '../../../test/kit/people.ts'
import { poll } from '../../../test/kit/poll.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { stored } from '../../../test/kit/stored.ts'
import { hashOf } from '../../platform/crypto.ts'

const aMessage = () => ({
  name: 'Idris Fenwright',
  email: newEmail(),
  subject: `The deposit at number ${randomUUID().slice(0, 8)}`,
  message: 'The tenant has moved out.\nWho decides about the carpet?',
})

const mailsToSupport = async (subject: string) =>
  (await inbox.for(brand.supportEmail)).filter((mail) => mail.subject.includes(subject))

const waitForSupport = (subject: string) =>
  poll(`mail to the support team about ${subject}`, async () => (await mailsToSupport(subject))[0])

test('mails the message to those who answer it, with the sender as the one to answer', async () => {
  const body = aMessage()
  expect(await callOk(submitContact, { body })).toEqual({ success: true })
  const mail = await waitForSupport(body.subject)
  expect(mail.replyTo).toBe(body.email)
  expect(mail.from).not.toContain(body.email)
  expect(mail.text).toContain('> The tenant has moved out.\n> Who decides about the carpet?')
})

test('sends a receipt that repeats nothing of what was written', async () => {
  const body = { ...aMessage(), name: 'Buy these pills', message: 'Buy them at pills.example, now' }
  await callOk(submitContact, { body })
  const mail = await inbox.waitFor(body.email)
  expect(mail.subject).toBe('We have your message')
  expect(mail.text + mail.html).not.toMatch(/pills/)
})

test('shows what was written as text, whatever it looks like', async () => {
  const body = { ...aMessage(), message: '<img src=x onerror="alert(1)"> and more' }
  await callOk(submitContact, { body })
  const mail = await waitForSupport(body.subject)
  expect(mail.html).toContain('&lt;img src=x')
  expect(mail.html).not.toContain('<img')
})

test.each([
  ['name', 'I', 'Name must be at least 2 characters'],
  ['name', '', 'Name is required'],
  ['name', 'Idris\r\nBcc: everybody@agents.example', 'Please remove control characters'],
  ['email', '', 'Email is required'],
  ['email', 'abc', 'Please enter a valid email address'],
  ['email', 'a@b.example\nBcc: c@d.example', 'Please enter a valid email address'],
  ['subject', '', 'Subject is required'],
  ['subject', 'No', 'Subject must be at least 3 characters'],
  ['subject', 'Deposit\nBcc: c@d.example', 'Please remove control characters'],
  ['message', '', 'Message is required'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
  ['message', 'A bell rings\u0007 here', 'Please remove control characters'],
])('refuses %s %j', async (field, value, message) => {
  const reply = await call(submitContact, { body: { ...aMessage(), [field]: value } })
  expect(reply).toMatchObject(refusal('validation_failed', message))
})

test('needs nobody to be signed in, and takes no other address from who is', async () => {
  const body = aMessage()
  await callOk(submitContact, { as: await given.user(), body })
  expect(await waitForSupport(body.subject)).toMatchObject({ replyTo: body.email })
})

test('thanks a program that fills in the hidden field, and keeps nothing of it', async () => {
  const body = { ...aMessage(), website: 'https://pills.example' }
  expect(await callOk(submitContact, { body })).toEqual({ success: true })
  const after = aMessage()
  await callOk(submitContact, { body: after })
  await waitForSupport(after.subject)
  expect(await mailsToSupport(body.subject)).toEqual([])
  expect(await inbox.for(body.email)).toEqual([])
})

test('slows a visitor down after five messages in an hour', async () => {
  const from = newClient()
  const send = () => call(submitContact, { from, body: aMessage() })
  for (let i = 0; i < 5; i += 1) expect(await send()).toMatchObject({ status: 200 })
  const sixth = await send()
  expect(sixth).toMatchObject(refusal('rate_limited'))
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('counts everybody together as well', async () => {
  const counted = async () => {
    const windows = await stored(`rate#submit-contact#everyone:3600:${hashOf('everyone')}`)
    return windows.reduce((sum, { count }) => sum + Number(count), 0)
  }
  await callOk(submitContact, { body: aMessage() })
  const before = await counted()
  await callOk(submitContact, { body: aMessage() })
  expect(await counted()).toBeGreaterThan(before)
})

test('sent twice, is one message, one mail and one receipt', async () => {
  const body = aMessage()
  await callOk(submitContact, { body })
  expect(await callOk(submitContact, { body })).toEqual({ success: true })
  await inbox.waitFor(body.email)
  await waitForSupport(body.subject)
  expect(await inbox.for(body.email)).toHaveLength(1)
  expect(await mailsToSupport(body.subject)).toHaveLength(1)
})
