import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { chat } from '../kit/chat.ts'
import { clock } from '../kit/clock.ts'
import { given } from '../kit/given.ts'
import { openTheChat } from '../kit/hours.ts'
import { linkFor } from '../kit/link.ts'
import { aSignUp, newEmail } from '../kit/people.ts'
import { secondFactorCode } from '../kit/second-factor.ts'
import { aPdf } from '../kit/upload.ts'
import { openFirefox } from './firefox.ts'
import { type Browser, type User, userOf } from './tab.ts'
import { openWebKit } from './webkit.ts'

/** The engines to test, which `npm run test:engines` found on this machine. */
const engines = z
  .array(z.object({ name: z.enum(['firefox', 'webkit']), programs: z.record(z.string(), z.string()) }))
  .parse(JSON.parse(process.env.ENGINES ?? '[]'))

type Engine = (typeof engines)[number]

const openBrowser = ({ name, programs }: Engine): Promise<Browser> =>
  name === 'firefox' ? openFirefox(programs['Firefox'] ?? '') : openWebKit(programs)

const payByCard = async (user: User, button: string, email?: string) => {
  if (email !== undefined) await user.fill('Email', email)
  await user.fill('Card number', '4242424242424242')
  await user.fill('Expiry', '12/40')
  await user.fill('CVC', '123')
  await user.fill('Name on card', 'Nadia Oyelaran')
  await user.tick('I accept the terms')
  await user.pressStart(button)
}

const signIn = async (user: User, { email, password }: { email: string; password: string }) => {
  await user.fill('Email', email)
  await user.fill('Password', password)
  await user.press('Sign in')
}

/** Runs a journey in a new browser, and expects that no page has thrown an error. */
const expectToWork = async (engine: Engine, journey: (user: User) => Promise<void>): Promise<void> => {
  const browser = await openBrowser(engine)
  try {
    await journey(userOf(browser.tab))
    // The payment page of the local cloud has no icon.
    const pageErrors = (await browser.pageErrors()).filter((error) => !error.includes('/favicon.ico'))
    expect(pageErrors).toEqual([])
  } finally {
    await browser.close()
  }
}

describe.each(engines)('in $name', (engine) => {
  test('errors that a page does not catch are detected', async () => {
    const browser = await openBrowser(engine)
    try {
      const { open, tab } = userOf(browser.tab)
      await open('/')
      await tab.evaluate(`void setTimeout(() => { throw new Error('A thrown error') })`)
      await tab.evaluate(`void Promise.reject(new Error('A rejected promise'))`)
      const errors = ['A thrown error', 'A rejected promise'].map((text) => expect.stringContaining(text))
      await expect.poll(browser.pageErrors, { timeout: 10_000 }).toEqual(expect.arrayContaining(errors))
    } finally {
      await browser.close()
    }
  })

  test('a visitor signs up, confirms the address by the emailed link, pays and is in the library', () =>
    expectToWork(engine, async (user) => {
      const form = aSignUp()
      await user.open('/')
      await user.press('Only necessary')
      await user.press('Choose monthly')
      await user.arrives(/\/signup\?plan=monthly$/)
      await user.fill('First name', form.firstName)
      await user.fill('Last name', form.lastName)
      await user.fill('Email', form.email)
      await user.fill('Password', form.password)
      await user.fill('Confirm password', form.confirmPassword)
      await user.tick('Agent')
      await user.fill('Company name', form.companyName)
      await user.fill('Street address', form.streetAddress)
      await user.fill('City', form.city)
      await user.fill('Postcode', form.postcode)
      await user.fill('Number of employees', String(form.numberOfEmployees))
      await user.press('Create account')
      await user.sees('Account Created')
      await user.open(await linkFor(form.email, /Confirm your email/))
      await user.press('Confirm my address')
      await user.arrives(/\/subscribe/)
      await user.pressStart('Choose monthly and pay')
      await payByCard(user, 'Subscribe and pay')
      await user.arrives(/\/library$/)
      await user.sees('Subscription active')
    }))

  test('a member finds a guide by its words and opens it by a signed link', () =>
    expectToWork(engine, async (user) => {
      const guide = 'Raising the rent under section 13'
      await user.open('/login')
      await user.press('Only necessary')
      await signIn(user, await given.monthlyMember())
      await user.arrives(/\/library$/)
      await user.fill('Search the library', 'section 13 rent')
      await user.pressStart(guide)
      await user.sees(guide)
      await user.press(`Download ${guide}`)
      await user.pressFile(guide)
      await user.opensTab(/guides_.*\.pdf\?.*X-Amz-Signature=/)
    }))

  describe('in opening hours', () => {
    beforeEach(openTheChat)
    afterEach(clock.restore)

    test('a guest buys a pass, is answered by an adviser and sees the time run', () =>
      expectToWork(engine, async (user) => {
        await user.open('/livechat')
        await user.press('Only necessary')
        await user.press('Buy one-time access')
        await payByCard(user, 'Pay', newEmail())
        await user.arrives(/\/livechat\?open=chat$/)
        await user.sees("You're Connected!")
        const conversation = user.inFrame('Conversation')
        await conversation.fill('Your message', 'Is a gas certificate needed before the move?')
        await conversation.press('Send')
        await conversation.sees('Is a gas certificate needed')
        const key = await user.tab.evaluate(`localStorage.getItem('${storageKeys.guestKey}')`)
        await chat.reply({ guestKey: String(key) }, 'Yes, a current one.')
        await conversation.sees('Yes, a current one.')
        await user.sees('Session Active')
      }))
  })

  test('an admin signs in with the second factor and uploads a guide', () =>
    expectToWork(engine, async (user) => {
      const folder = await mkdtemp(join(tmpdir(), 'guide-'))
      const name = `Moving out ${engine.name} ${Date.now()}.pdf`
      await writeFile(join(folder, name), aPdf)
      const admin = await given.admin()
      await user.open('/admin-login')
      await user.press('Only necessary')
      await signIn(user, admin)
      await user.arrives(/\/admin$/)
      await user.fill('Code', await secondFactorCode(admin.email))
      await user.press('Continue')
      await user.press('Uploads')
      await user.sees('File Uploads')
      await user.choose('Choose guides', join(folder, name))
      await user.sees('Guides uploaded')
      await user.sees(name)
      await rm(folder, { recursive: true })
    }))
})
