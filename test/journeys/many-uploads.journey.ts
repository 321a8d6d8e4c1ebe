import { deferred } from '../kit/deferred.ts'
import { aPdf } from '../kit/upload.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openUploads } from './steps.ts'

test.use({ standIns: videoPictures })

test('an admin shows more of many uploads with a press during which one is done', async ({ page }) => {
  const files = Array.from({ length: 22 }, (_, i) => ({
    name: `Notice ${i + 1} ${Date.now()}.pdf`,
    mimeType: 'application/pdf',
    buffer: aPdf,
  }))
  await openUploads(page)
  // The storage responds to the first upload once the mouse button is down, and to no other.
  const { promise: pressed, resolve: press } = deferred()
  let posts = 0
  const isStorage = ({ hostname, pathname }: URL) =>
    hostname.endsWith('localhost') && !pathname.startsWith('/functions/')
  await page.route(isStorage, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts += 1
    if (posts > 1) return
    await pressed
    return route.continue()
  })
  await page.getByLabel('Choose guides').setInputFiles(files)
  await page.getByRole('button', { name: 'Show more of 22' }).hover()
  await page.mouse.down()
  press()
  await expect(page.getByText('1 of 22 uploaded')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('list', { name: 'Uploads of guides' }).getByRole('listitem')).toHaveCount(22)
})
