import { liveChat } from '#shared/values/site-map.ts'
import { given } from '../kit/given.ts'
import { newEmail } from '../kit/people.ts'
import { accessibilityViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a guest with two passes chooses which one to use, and neither replaces the other before the choice', async ({
  page,
}) => {
  const [first, second] = [await given.guest(newEmail('guest')), await given.guest(newEmail('guest'))]
  const storedKey = () => page.evaluate(() => localStorage.getItem('guest_key'))
  /** Opens the page as the link in the email about a pass does. */
  const openLink = async (guestKey: string) => {
    await page.goto('about:blank')
    await page.goto(`${liveChat}#guest_key=${guestKey}`)
  }
  const question = page.getByRole('dialog', { name: 'Use the other live chat pass?' })

  await openLink(first.guestKey)
  await expect(page.getByText('Guest Access')).toBeVisible()
  await openLink(second.guestKey)
  await expect(question).toBeVisible()
  expect(await storedKey()).toBe(first.guestKey)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep this browser’s pass' }).click()
  await expect(page.getByText('Guest Access')).toBeVisible()
  expect(await storedKey()).toBe(first.guestKey)

  await openLink(second.guestKey)
  await question.getByRole('button', { name: 'Use the other pass' }).click()
  await expect(page.getByText('Guest Access')).toBeVisible()
  expect(await storedKey()).toBe(second.guestKey)
})
