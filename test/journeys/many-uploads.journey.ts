import type { Page } from '@playwright/test'
import { deferred } from '../kit/deferred.ts'
import { aPdf } from '../kit/upload.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openUploads } from './steps.ts'

test.use({ standIns: videoPictures })

const guides = (count: number, name: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => ({
    name: name(i + 1),
    mimeType: 'application/pdf',
    buffer: aPdf,
  }))

/** Makes the storage respond to the first upload once the returned function is called, and to no other. */
const holdUploads = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = deferred()
  let posts = 0
  const isStorage = ({ hostname, pathname }: URL) =>
    hostname.endsWith('localhost') && !pathname.startsWith('/functions/')
  await page.route(isStorage, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts += 1
    if (posts > 1) return
    await released
    return route.continue()
  })
  return release
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Uploads of guides' }).getByRole('listitem')

test('an admin shows more of many uploads with a press during which one is done', async ({ page }) => {
  await openUploads(page)
  const endFirst = await holdUploads(page)
  const time = Date.now()
  await page.getByLabel('Choose guides').setInputFiles(guides(22, (number) => `Notice ${number} ${time}.pdf`))
  await page.getByRole('button', { name: 'Show more of 22' }).hover()
  await page.mouse.down()
  endFirst()
  await expect(page.getByText('1 of 22 uploaded')).toBeVisible()
  await page.mouse.up()
  await expect(rowsOf(page)).toHaveCount(22)
})

test('no row moves on a phone when an upload is done and its button disappears', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await openUploads(page)
  const endFirst = await holdUploads(page)
  const time = Date.now()
  const longName = (number: number) => `Guide number ${number} about gas safety checks ${time}.pdf`
  await page.getByLabel('Choose guides').setInputFiles(guides(3, longName))
  await expect(rowsOf(page).first()).toContainText('0 %')
  const tops = () =>
    rowsOf(page).evaluateAll((rows) => rows.map((row) => row instanceof HTMLElement && row.offsetTop))
  const before = await tops()
  endFirst()
  await expect(page.getByText('1 of 3 uploaded')).toBeVisible()
  expect(await tops()).toEqual(before)
})
