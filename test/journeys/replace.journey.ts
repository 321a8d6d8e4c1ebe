import { aPdf } from '../kit/upload.ts'
import { allViolations } from './accessibility.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openUploads } from './steps.ts'

test.use({ standIns: videoPictures })

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: aPdf })

test('an admin replaces a file on a small screen: its row shows the progress, Cancel, Retry and the result', async ({
  page,
}) => {
  const [oldName, newName] = [
    `Deposit rules ${Date.now()}.pdf`,
    `Deposit rules of the new Act ${Date.now()}.pdf`,
  ]
  const text = `${newName}, replaces ${oldName}`
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await openUploads(page)
  await page.getByLabel('Choose guides').setInputFiles(pdf(oldName))
  await expect(page.getByText('Guides uploaded', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Replace ${oldName}` }) })
  const isStorage = ({ hostname, pathname }: URL) =>
    hostname.endsWith('localhost') && !pathname.startsWith('/functions/')

  await test.step('cancels it while the file is sent', async () => {
    // The storage does not respond until the admin has cancelled.
    await page.route(isStorage, (route) =>
      route.request().method() === 'POST' ? undefined : route.fallback(),
    )
    await row.getByLabel(`New version of ${oldName}`).setInputFiles(pdf(newName))
    await expect(row.getByRole('progressbar', { name: `Upload of ${text}` })).toBeVisible()
    expect(await sideways()).toBeLessThanOrEqual(0)
    await row.getByRole('button', { name: `Cancel ${text}` }).click()
    await expect(row.getByRole('button', { name: `Retry ${text}` })).toBeFocused()
    await expect(row.getByText('Cancelled')).toBeVisible()
    expect(await sideways()).toBeLessThanOrEqual(0)
    expect(await allViolations(page)).toEqual([])
    await page.unroute(isStorage)
  })

  await test.step('tries it again, and dismisses the result', async () => {
    await row.getByRole('button', { name: `Retry ${text}` }).press('Enter')
    await expect(page.getByText('File replaced', { exact: true })).toBeVisible()
    await expect(row.getByText('Replaced', { exact: true })).toBeVisible()
    expect(await sideways()).toBeLessThanOrEqual(0)
    await row.getByRole('button', { name: `Dismiss ${text}` }).press('Enter')
    await expect(row.getByRole('button', { name: `Replace ${oldName}` })).toBeFocused()
    await expect(row.getByRole('list')).toHaveCount(0)
  })

  await row.getByRole('button', { name: `Delete file ${oldName}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
})
