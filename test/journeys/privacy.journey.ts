import { site } from '../kit/site.ts'
import { expect, test } from './fixtures.ts'

test('the privacy policy names the chat provider to a visitor who does nothing', async ({ page }) => {
  await page.goto('/privacy')
  const chats = page.getByRole('listitem').filter({ hasText: 'Live chat messages: 12 months' })
  await expect(chats).toContainText('Our chat provider, Chatwoot, stores them.')
  await expect(chats).not.toContainText('Tawk.to')
})

test('the privacy policy says without JavaScript what applies to each chat provider', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site() })
  const page = await context.newPage()
  await page.goto('/privacy')
  const chats = page.getByRole('listitem').filter({ hasText: 'Live chat messages: 12 months' })
  await expect(chats).toContainText(
    'If our chat provider is Chatwoot, we check every night and delete the conversations that have reached 12 months.',
  )
  await context.close()
})
