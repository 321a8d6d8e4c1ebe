import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: [/ERR_FAILED/] })

test('a pressed button is busy while the app loads, and as before if the connection is lost', async ({
  page,
}) => {
  let lose: () => void = () => undefined
  const lost = new Promise<void>((resolve) => (lose = resolve))
  await page.route('**/assets/app-*.js', async (route) => {
    await lost
    await route.abort()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('idris@example.test')
  await page.getByLabel('Password', { exact: true }).fill('Harbour-Lantern-42')
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  lose()
  await expect(button).not.toHaveAttribute('aria-busy')
})
