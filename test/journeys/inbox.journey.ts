import type { Page } from '@playwright/test'
import { submitTicket } from '#shared/contract/tickets.ts'
import { inboxIdOfTicket } from '#platform/inbox.ts'
import { callOk } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'
import { signInAt } from './steps.ts'

const aTicket = {
  topic: 'Deposit for a carpet',
  country: 'wales',
  message: 'Who pays for the wear?',
} as const

const signInAsAdmin = async (page: Page) => {
  await signInAt(page, '/login', await given.admin())
  await expect(page).toHaveURL(/\/admin$/)
}

const stateOf = (page: Page) => page.getByRole('region', { name: 'Sender' })

test('an admin replies to a ticket, and the member reads the reply and asks a follow-up question', async ({
  page,
  browser,
}) => {
  const member = await given.monthlyMember()
  const { id } = await callOk(submitTicket, { as: member, body: aTicket })
  const item = `/admin/inbox?item=${inboxIdOfTicket(member.userId, id)}`
  await signInAsAdmin(page)
  await page.goto(item)
  await page.getByLabel('Reply').fill('The landlord pays for wear.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('heading', { name: 'Our reply' })).toBeVisible()
  await expect(stateOf(page)).toContainText('Answered')

  const context = await browser.newContext({ locale: 'en-GB' })
  const profile = await context.newPage()
  await signInAt(profile, '/login', member)
  await expect(profile).toHaveURL(/\/library$/)
  await profile.goto('/profile')
  await expect(profile.getByText('The landlord pays for wear.')).toBeAttached()
  await profile.getByText('Your question and our reply').click()
  await profile.getByLabel('Follow-up question').fill('And for a stain?')
  await profile.getByRole('button', { name: 'Send question' }).click()
  await expect(profile.getByText('We have your question')).toBeVisible()
  await context.close()

  await page.goto(item)
  await expect(page.getByText('And for a stain?')).toBeVisible()
  await expect(stateOf(page)).toContainText('Open')
})

test('an admin closes an item, opens it again and records a reply that was sent elsewhere', async ({
  page,
}) => {
  const member = await given.monthlyMember()
  const { id } = await callOk(submitTicket, { as: member, body: aTicket })
  await signInAsAdmin(page)
  await page.goto(`/admin/inbox?item=${inboxIdOfTicket(member.userId, id)}`)
  await page.getByRole('button', { name: 'No reply needed' }).click()
  await expect(stateOf(page)).toContainText('Closed')
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(stateOf(page)).toContainText('Open')
  await page.getByRole('button', { name: 'Answered elsewhere' }).click()
  await expect(page.getByRole('heading', { name: 'Answered elsewhere' })).toBeVisible()
})
