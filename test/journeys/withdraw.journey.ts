import { given } from '../kit/given.ts'
import { inbox } from '../kit/inbox.ts'
import { newEmail } from '../kit/people.ts'
import { poll } from '../kit/poll.ts'
import { guestSessionEvent } from '#shared/contract/passes.ts'
import { getBilling } from '#shared/contract/payments.ts'
import { restorePass, withdraw } from '#shared/values/site-map.ts'
import { callOk } from '../kit/call.ts'
import { accessibilityViolations, visualRules } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './steps.ts'

test('a pass holder withdraws from an unused pass and gets all of the money back', async ({ page }) => {
  const holder = await given.passHolder()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, holder, withdraw)
  await expect(page.getByText('Live chat pass')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Withdraw from this purchase' }).click()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('button', { name: 'Keep my access' })).toBeVisible()
  expect(await accessibilityViolations(page, visualRules), 'dark, on a phone').toEqual([])
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)

  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('You have withdrawn from this purchase')).toBeVisible()
  await expect(page.getByText('Withdrawal received')).toBeVisible()
  expect(await accessibilityViolations(page, visualRules), 'the record').toEqual([])
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  const email = await poll('the confirmation', async () =>
    (await inbox.for(holder.email)).find(({ subject }) => /withdr/i.test(subject)),
  )
  expect(email.text).toContain('refunded £50.00')
  const { payments } = await callOk(getBilling, { as: holder })
  expect(payments).toMatchObject([{ amountMinor: 5000, refundedMinor: 5000 }])

  await page.goto('/livechat')
  await expect(page.getByText('No Active Access')).toBeVisible()
})

test('a phone shows the confirmation of a withdrawal, even if the name of the purchase is out of view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  // With reduced motion, the page scrolls immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, await given.passHolder(), withdraw)
  const ask = page.getByRole('button', { name: 'Withdraw from this purchase' })
  const name = page.getByRole('heading', { name: 'Live chat pass' })
  await name.evaluate((heading) => window.scrollBy(0, heading.getBoundingClientRect().bottom + 10))
  await ask.click()
  await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Keep my access' }).click()
  await expect(ask).toBeInViewport({ ratio: 1 })
  await expect(ask).toBeFocused()
})

test('a guest who has given up the pass withdraws with the link in the pass email', async ({ page }) => {
  const email = newEmail('guest')
  const { guestKey } = await given.guest(email)
  const passEmail = await inbox.waitFor(email, /chat pass/)
  const link = passEmail.links.find((address) => address.includes(restorePass))
  await callOk(guestSessionEvent, { body: { event: 'ended', give_up: true, guest_key: guestKey } })

  await page.goto(String(link))
  await page.getByRole('button', { name: 'Show my refund' }).click()
  await expect(page.getByText('Live chat pass')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.evaluate(() => localStorage.getItem('guest_key'))).toBeNull()

  await page.getByRole('button', { name: 'Withdraw from this purchase' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('You have withdrawn from this purchase')).toBeVisible()
})
