import type { Page } from '@playwright/test'
import { maxThumbnailCharacters } from '#shared/values/limits.ts'
import { given } from '../kit/given.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openAs, openUploads } from './steps.ts'

// The uploads show pictures of videos that other journeys have added.
test.use({ standIns: videoPictures })

/** Returns a picture of 1,600 by 1,200 pixels that compresses badly: about 5 MB. */
const aLargePng = async (page: Page): Promise<Buffer> => {
  const encoded = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const context = canvas.getContext('2d')
    const pixels = new ImageData(canvas.width, canvas.height)
    for (let start = 0; start < pixels.data.length; start += 65_536)
      crypto.getRandomValues(pixels.data.subarray(start, start + 65_536))
    context?.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(encoded, 'base64')
}

test('an admin uploads a large picture; members load a small one for its row', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Floor plan ${Date.now()}.png`
  await openUploads(page)
  const buffer = await aLargePng(page)
  expect(buffer.length).toBeGreaterThan(1_000_000)
  await page.getByLabel('Choose guides').setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect(page.getByText('Guides uploaded', { exact: true })).toBeVisible()

  const member = await browser.newPage({ baseURL: baseURL ?? '' })
  await openAs(member, await given.monthlyMember(), '/library')
  const picture = member.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name }).locator('img')
  const sizeOf = () =>
    picture.evaluate((image) =>
      image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : [],
    )
  await expect.poll(sizeOf).toEqual([144, 108])
  const thumbnail = await member.request.get((await picture.getAttribute('src')) ?? '')
  expect(thumbnail.headers()['content-type']).toBe('image/jpeg')
  expect((await thumbnail.body()).length).toBeLessThan(maxThumbnailCharacters)
  await member.close()

  await page.getByRole('button', { name: `Delete file ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
})
