import type { Page } from '@playwright/test'
import { guestSessionEvent } from '#shared/contract/passes.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { dayWithWeekday } from '#shared/rules/london.ts'
import { nextWorkingDay } from '#shared/rules/working-days.ts'
import { brand } from '#shared/values/brand.ts'
import { passMinutes } from '#shared/values/plans.ts'
import { callOk } from '../kit/call.ts'
import { chat } from '../kit/chat.ts'
import { clock } from '../kit/clock.ts'
import { given } from '../kit/given.ts'
import { closeTheChat, letMinutesPass, openTheChat } from '../kit/hours.ts'
import { inbox } from '../kit/inbox.ts'
import { newEmail } from '../kit/people.ts'
import { poll } from '../kit/poll.ts'
import { expect, test } from './fixtures.ts'
import { holdApp, openAs, payByCard, pressEmailedLink } from './steps.ts'

test.beforeEach(openTheChat)
test.afterEach(clock.restore)

const liveChat = '/livechat'
const goodCard = '4242424242424242'
const frameOf = (page: Page) => page.frameLocator('iframe[title="Conversation"]')
const openButton = (page: Page) => page.getByRole('button', { name: 'Open Live Chat' })
const said = (page: Page, text: string) => frameOf(page).getByRole('log').getByText(text)

const say = async (page: Page, text: string) => {
  await frameOf(page).getByLabel('Your message').fill(text)
  await frameOf(page).getByRole('button', { name: 'Send' }).click()
  await expect(said(page, text)).toBeVisible()
}

const guestKeyOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), storageKeys.guestKey)

/** Moves the server's clock and reloads the page, which then shows the new time. */
const comeBackAfter = async (page: Page, minutes: number) => {
  await letMinutesPass(minutes)
  await page.reload()
}

/** Moves the clocks of the server and of the page, whose visitor then looks at it again. */
const lookAgainAfter = async (page: Page, minutes: number) => {
  await letMinutesPass(minutes)
  await page.evaluate((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
    document.dispatchEvent(new Event('visibilitychange'))
  }, minutes * 60_000)
}

test('a member chats in opening hours, and sign-out leaves nothing for the next user of the browser', async ({
  page,
}) => {
  const member = await given.monthlyMember()
  await openAs(page, member, '/library')
  await page.getByRole('link', { name: 'Live Chat', exact: true }).first().click()
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect(page.getByText('Active Subscription')).toBeVisible()

  await openButton(page).click()
  await expect(page.getByText("You're Connected!")).toBeVisible()
  await say(page, 'May I keep the deposit for the carpet?')
  await chat.reply(member, 'Only what the wear does not explain.')
  await expect(said(page, 'Only what the wear does not explain.')).toBeVisible()
  await expect(page.getByText('Session Active')).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto(`${liveChat}?open=chat`)
  await expect(page.getByRole('button', { name: 'Buy one-time access' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a member submits a ticket outside opening hours and reads the working day of the reply', async ({
  page,
}) => {
  await closeTheChat()
  const member = await given.annualMember()
  const promised = dayWithWeekday(nextWorkingDay(await clock.now()))
  await openAs(page, member, liveChat)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await expect(page.getByText(promised)).toBeVisible()
  await page.getByLabel('Topic').fill('Belongings left behind')
  await page.locator('label', { hasText: 'Wales' }).click()
  await page.getByLabel('Message').fill('How long must I keep what the tenant left?')
  await page.getByRole('button', { name: 'Submit ticket' }).click()
  await expect(page.getByText('We’ve received your ticket')).toBeVisible()
  await expect(page.getByText(promised)).toBeVisible()

  const receipt = await poll('the receipt of the ticket', async () =>
    (await inbox.for(member.email)).find(({ subject }) => subject.includes('Belongings left behind')),
  )
  expect(receipt.text).toContain(promised)
  const email = await poll('the email to the advisers', async () =>
    (await inbox.for(brand.supportEmail)).find(({ replyTo }) => replyTo === member.email),
  )
  expect(email.text).toContain('How long must I keep')
})

test('a guest buys a pass, chats, sees the remaining time, adds more and uses it up', async ({
  page,
  browser,
}) => {
  const email = newEmail()
  await test.step('buys the pass without an account', async () => {
    const arrive = await holdApp(page)
    await page.goto(liveChat)
    // The click comes before the app has loaded, and waits for it.
    await page.getByRole('button', { name: 'Buy one-time access' }).click()
    arrive()
    await payByCard(page, goodCard, email)
    await expect(page).toHaveURL(/\/livechat\?open=chat$/)
    await expect(page.getByText('Guest pass activated', { exact: true })).toBeVisible()
  })

  await test.step('waits for an adviser, which costs no time', async () => {
    await expect(page.getByText("You're Connected!")).toBeVisible()
    await say(page, 'Is a gas certificate needed before the move?')
    await expect(page.getByText('Waiting for Adviser')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
  })

  const guestKey = String(await guestKeyOf(page))

  await test.step('has the pass in another browser, too, by the link in the pass email', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const elsewhere = await context.newPage()
    await pressEmailedLink(elsewhere, email, /^Your live chat pass$/)
    await expect(elsewhere).toHaveURL(/\/livechat$/)
    await expect(elsewhere.getByText('Guest Access')).toBeVisible()
    expect(await guestKeyOf(elsewhere)).toBe(guestKey)
    await context.close()
  })

  await test.step('is answered, and the time starts', async () => {
    await chat.reply({ guestKey }, 'Yes, a current one.')
    await expect(said(page, 'Yes, a current one.')).toBeVisible()
    await expect(page.getByText('Session Active')).toBeVisible()
    await expect(page.getByText('Waiting for Adviser')).toHaveCount(0)
    await expect(page.getByRole('timer')).toHaveText(/^(?:30:00|29:\d\d)$/)
  })

  await test.step('is warned five minutes before the end, and adds thirty minutes', async () => {
    await comeBackAfter(page, 26)
    await expect(page.getByRole('timer')).toHaveText(/^0[34]:\d\d$/)
    await expect(page.getByText('Less than five minutes left')).toBeVisible()
    const [payment] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: /^Add 30 minutes/ }).click(),
    ])
    await payByCard(payment, goodCard, newEmail())
    await expect(payment).toHaveURL(/\/livechat\?open=chat$/)
    await expect(payment.getByRole('timer')).toHaveText(/^3[34]:\d\d$/)
    await payment.close()
  })

  await test.step('sees the time that was added in the other tab', async () => {
    await expect(page.getByRole('timer')).toHaveText(/^3[34]:\d\d$/)
    expect(await guestKeyOf(page)).toBe(guestKey)
  })

  await test.step('runs out of time, and is offered another pass', async () => {
    await frameOf(page).getByLabel('Your message').fill('And who pays for')
    await lookAgainAfter(page, 36)
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Buy one-time access' })).toBeVisible()
    await expect(page.getByText("You're Connected!")).toHaveCount(0)
    await expect(said(page, 'Yes, a current one.')).toBeVisible()
    await expect(frameOf(page).getByLabel('Your message')).toHaveValue('And who pays for')
    await expect(frameOf(page).getByRole('button', { name: 'Send' })).toBeDisabled()
    expect(await guestKeyOf(page)).toBeNull()
  })
})

test('a pass runs in both tabs of its holder until they give it up, and not only until the chat ends', async ({
  page,
  context,
}) => {
  const holder = await given.passHolder()
  await openAs(page, holder, `${liveChat}?open=chat`)
  await expect(page.getByText('30-minute live chat timer available', { exact: false })).toBeVisible()
  await say(page, 'May I enter the flat for repairs?')
  const other = await context.newPage()
  await other.goto(liveChat)
  await expect(other.getByText('Profile Access Active')).toBeVisible()
  await chat.reply(holder, 'With notice, yes.')
  await expect(page.getByRole('timer')).toHaveText(/^(?:30:00|29:\d\d)$/)
  await expect(other.getByRole('timer')).toHaveText(/^(?:30:00|29:\d\d)$/)
  await frameOf(page).getByRole('button', { name: 'End chat' }).click()
  await expect(page.getByText('The conversation has ended')).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByRole('timer')).toHaveText(/^(?:30|29|28):\d\d$/)

  await page.getByRole('button', { name: 'Give up remaining time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give up your remaining time?' })
  await dialog.getByRole('button', { name: 'Keep my time' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: 'Give up remaining time' }).click()
  await dialog.getByRole('button', { name: 'Give it up' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('timer')).toHaveCount(0)
    await expect(tab.getByText('No Active Access')).toBeVisible()
  }
})

test('an ended conversation stays readable in its tab while another tab is open, and is deleted after that', async ({
  page,
  context,
}) => {
  const { guestKey } = await given.guest()
  await callOk(guestSessionEvent, { body: { event: 'started', guest_key: guestKey } })
  await page.goto(`${liveChat}?open=chat#${new URLSearchParams({ guest_key: guestKey })}`)
  await say(page, 'Who keeps the spare keys?')
  const other = await context.newPage()
  await other.goto(liveChat)
  await expect(other.getByRole('timer')).toBeVisible()
  const storedChat = () => other.evaluate(() => localStorage.getItem('local_chat_token'))
  await lookAgainAfter(page, passMinutes + 1)
  await expect(page.getByText('You can still read your conversation')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Buy one-time access' })).toBeVisible()
  expect(await storedChat()).not.toBeNull()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Buy one-time access' })).toBeVisible()
  expect(await storedChat()).not.toBeNull()
  await expect(said(page, 'Who keeps the spare keys?')).toBeVisible()

  await page.close()
  await other.reload()
  await expect.poll(storedChat).toBeNull()
})

test.describe('when the browser blocks the chat', () => {
  test.use({ expectedErrors: [/ERR_BLOCKED_BY_CLIENT/] })

  test('a member reads the reason and submits a ticket instead', async ({ page }) => {
    const member = await given.monthlyMember()
    await openAs(page, member, liveChat)
    await page.route(/widget\.js/, (route) => route.abort('blockedbyclient'))
    await openButton(page).click()
    await expect(
      page.getByText(/If nothing happens, your browser may be blocking third-party scripts\./),
    ).toBeVisible()
    await expect(page.getByText('The chat could not be loaded')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit ticket' })).toBeVisible()
    await page.unroute(/widget\.js/)
    await openButton(page).click()
    await expect(page.getByText("You're Connected!")).toBeVisible()
  })
})

test('the cookie banner keeps its buttons clear of the button of the chat', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), liveChat)
  await openButton(page).click()
  await page.locator('#local-chat').getByRole('button', { name: 'Close' }).click()
  const buttons = page.getByRole('region', { name: 'Cookie choice' }).getByRole('button')
  // Chatwoot's button has 64 pixels and a margin of 20, and Tawk.to's is smaller.
  const covered = () =>
    buttons.evaluateAll((all) =>
      all.flatMap((one) => {
        const { right, bottom } = one.getBoundingClientRect()
        const isCovered = right > window.innerWidth - 84 && bottom > window.innerHeight - 84
        return isCovered ? [one.ariaLabel ?? one.textContent] : []
      }),
    )
  for (const [width, text] of [
    [320, 100],
    [375, 100],
    [414, 100],
    [375, 200],
    [800, 100],
    [1280, 100],
  ] as const) {
    await page.setViewportSize({ width, height: 667 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${text}%`)
    expect(await covered(), `${width} px, text at ${text} %`).toEqual([])
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
  }
})
