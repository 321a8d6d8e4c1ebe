import type { Page } from '@playwright/test'
import { given } from '../kit/given.ts'
import { inbox } from '../kit/inbox.ts'
import { expect, test } from './fixtures.ts'
import { signInAt } from './steps.ts'

/** Connects an authenticator that confirms every request, as a device does after a fingerprint. */
const connectAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Makes the device reject the user, as after a wrong fingerprint or a closed dialog. */
    verifyUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Signs out and waits until the server has ended the sessions. The page goes home before that. */
const signOutEverywhere = async (page: Page): Promise<void> => {
  const ended = new Promise<void>((resolve) => {
    void page.route(
      '**/functions/sign-out',
      async (route) => {
        const response = await route.fetch()
        resolve()
        await route.fulfill({ response })
      },
      { times: 1 },
    )
  })
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await ended
  // The page goes home once the server has ended the sessions.
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
}

test.describe('passkeys', () => {
  // Chromium logs a rejected request of the virtual device.
  test.use({ expectedErrors: [/status of 400/] })

  test('a member adds a passkey, signs in with it and removes it', async ({ page }) => {
    const member = await given.monthlyMember()
    const { verifyUser } = await connectAuthenticator(page)
    await signInAt(page, '/login', member)
    await expect(page).toHaveURL(/\/library$/)

    await test.step('adds it on the profile and gets an email', async () => {
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name').fill('Work laptop')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Passkey added', { exact: true }).first()).toBeVisible()
      await expect(page.getByText('Work laptop')).toBeVisible()
      await expect(page.getByText(/^Added on .*Not used yet\.$/)).toBeVisible()
      await inbox.waitFor(member.email, /passkey was added/)
    })

    await test.step('signs out, and signs in with it at /login', async () => {
      await signOutEverywhere(page)
      await page.goto('/login')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page).toHaveURL(/\/library$/)
      await expect(page.getByText('Login Successful', { exact: true }).first()).toBeVisible()
      await page.goto('/profile')
      await expect(page.getByText(member.email).first()).toBeVisible()
      await expect(page.getByText(/Last used on/)).toBeVisible()
    })

    await test.step('removes it after a confirmation, and cannot sign in with it at /members', async () => {
      await page.getByRole('button', { name: 'Remove Work laptop' }).click()
      await page.getByRole('button', { name: 'Remove passkey' }).click()
      await expect(page.getByText('Passkey removed', { exact: true }).first()).toBeVisible()
      await expect(page.getByText(/A passkey lets you sign in/)).toBeVisible()
      await inbox.waitFor(member.email, /passkey was removed/)
      await signOutEverywhere(page)
      await page.goto('/members')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByText(/don’t recognise this passkey/).first()).toBeVisible()
      await verifyUser(false)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(page.getByText(/No passkey was used/).first()).toBeVisible()
    })
  })
})
