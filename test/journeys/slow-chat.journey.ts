import { clock } from '../kit/clock.ts'
import { openTheChat } from '../kit/hours.ts'
import { expect, test } from './fixtures.ts'
import { callsOf, collectRequests, slowDown, slowRuns } from './slow-connection.ts'

test.beforeEach(openTheChat)
test.afterEach(clock.restore)

for (const run of slowRuns)
  test(`/livechat loses no early click on a slow connection, run ${run}`, async ({ page }) => {
    const sent = collectRequests(page, callsOf('create-guest-pass'))
    // The server accepts ten purchases an hour.
    await page.route('**/functions/create-guest-pass', (route) =>
      route.fulfill({ json: { url: new URL('/faq', page.url()).href } }),
    )
    await slowDown(page)
    await page.goto('/livechat', { waitUntil: 'commit' })
    const buy = page.getByRole('button', { name: 'Buy one-time access' })
    await expect(buy).toBeVisible()
    // Each run clicks a little later, so that the app becomes ready at another moment.
    await buy.dblclick({ delay: (run - 1) * 50 })
    await expect(page).toHaveURL(/\/faq$/)
    expect(sent).toHaveLength(1)
  })
