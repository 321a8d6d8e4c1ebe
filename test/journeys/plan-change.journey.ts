import { callOk } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { stripe } from '../kit/stripe.ts'
import { getBilling } from '#shared/contract/payments.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './steps.ts'

const day = String.raw`\d+ \w+ \d{4}`

test('a member upgrades for the previewed amount, schedules a downgrade and keeps the plan', async ({
  page,
}) => {
  const member = await given.monthlyMember()
  await openAs(page, member, '/profile')
  await expect(page.getByText('Monthly, £50.00 each month')).toBeVisible()

  await test.step('pays exactly the amount of the preview', async () => {
    await page.getByRole('button', { name: 'Change Plan' }).click()
    const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay £/ })
    const amount = (await pay.innerText()).replace('Pay ', '')
    await pay.click()
    await expect(page.getByText('Annual, £550.00 each year')).toBeVisible()
    await expect(page.getByRole('row', { name: amount }).or(page.getByText(amount)).first()).toBeVisible()
    const { payments } = await callOk(getBilling, { as: member })
    expect(`£${((payments[0]?.amountMinor ?? 0) / 100).toFixed(2)}`).toBe(amount)
  })

  await test.step('schedules monthly for the end of the year, and withdraws it', async () => {
    await page.getByRole('button', { name: 'Change Plan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Monthly' }).click()
    await expect(
      page.getByText(new RegExp(`^Changes on ${day} to Monthly, £50\\.00 each month\\.$`)),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Keep Annual Plan' }).click()
    await expect(page.getByRole('button', { name: 'Change Plan' })).toBeVisible()
  })
})

test('a member confirms an upgrade with the bank', async ({ page }) => {
  const member = await given.monthlyMember()
  await stripe.setCard(member.stripeCustomerId, 'authenticate')
  await openAs(page, member, '/profile')
  await page.getByRole('button', { name: 'Change Plan' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay £/ })
    .click()
  const confirm = page.getByRole('button', { name: /^Confirm £.+ with your bank$/ })
  await expect(confirm).toBeVisible()
  await expect(page.getByText('Monthly, £50.00 each month')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('pending.png'), fullPage: true })
  await confirm.click()
  await page.getByRole('link', { name: 'Confirm the payment with your bank' }).click()
  await page.getByRole('button', { name: /complete/i }).click()
  await expect(page.getByText('This invoice is paid.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('Annual, £550.00 each year')).toBeVisible()
})
