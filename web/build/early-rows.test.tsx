import { JSDOM } from 'jsdom'
import { renderToString } from 'preact-render-to-string'
import { StaticRouter } from 'react-router-dom'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { EarlyCall } from '#shared/values/early-calls.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { FirstRows, firstFilesOf } from '#web/app/early/first-rows.tsx'
import type { CallResult } from '#web/lib/call.ts'
import { bundleEarlyRows } from './early-rows.ts'

let script: string
beforeAll(async () => {
  // Vitest sets this to 'test', for which React elements are compiled differently.
  vi.stubEnv('NODE_ENV', 'production')
  script = await bundleEarlyRows('https://fanlight.example')
  vi.unstubAllEnvs()
})

type Reply = CallResult<'get-library'>
type Facts = NonNullable<Reply['files'][number]['facts']>

const facts: Facts = {
  country: 'wales',
  topic: 'deposits',
  lawAsAt: '2026-05-01',
  reviewBy: '2026-06-01',
  whatChanged: null,
  whatChangedAt: null,
}
const file = (name: string, details: Partial<Reply['files'][number]> = {}): Reply['files'][number] => ({
  name,
  title: null,
  description: null,
  size: 2_000_000,
  createdAt: '2026-05-01T09:00:00.000Z',
  changedAt: '2026-05-01T09:00:00.000Z',
  facts: null,
  ...details,
})
const guides = [
  file('guides_1_Plan.png', { title: 'Plan' }),
  file('guides_2_a.mp4', { changedAt: '2026-05-02T09:00:00.000Z' }),
  file('guides_3_Rent.docx', { facts }),
  file('guides_4_<img src=x onerror=alert(1)>.pdf', { title: `"><script>alert('1')</script> & 'more'` }),
  file('guides_5_b.pdf', {
    facts: {
      ...facts,
      reviewBy: '2099-01-01',
      whatChanged: 'A < B',
      whatChangedAt: '2026-05-02T09:00:00.000Z',
    },
  }),
  file('guides_6_c.zip'),
]
const withGuides = (files = guides): Reply => ({ files, videos: [] })

const session = {
  access_token: 'token-of-ana',
  refresh_token: 'refresh',
  expires_at: 4_000_000_000,
  user: { id: 'ana' },
}
const shell = '<div id="root" data-shell><main><div data-loading>Loading</div></main></div>'

interface Situation {
  readonly page?: string
  readonly library?: Reply | number
  readonly access?: object
  readonly token?: string
  /** True if the page is marked as one on which the app shows the frame first. */
  readonly early?: boolean
  readonly readyState?: () => DocumentReadyState
}

const callFor = (reply: object | number, token: string): EarlyCall => ({
  token,
  userId: 'ana',
  sentAt: 0,
  response: Promise.resolve(
    typeof reply === 'number' ? new Response('', { status: reply }) : Response.json(reply),
  ),
})

/** Waits until the script has read all responses. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Runs the script in a page whose calls have a response afterwards. Returns the window of the page. */
const run = async (situation: Situation = {}) => {
  const { page = shell, library = withGuides(), access = { isSubscribed: true, isAdmin: false } } = situation
  const { token = session.access_token, early = true, readyState } = situation
  const html = `<!doctype html><html${early ? ' data-early' : ''}><body>${page}</body></html>`
  const { window } = new JSDOM(html, { url: 'https://fanlight.example/library', runScripts: 'outside-only' })
  window.localStorage.setItem(storageKeys.session, JSON.stringify(session))
  const calls = { 'get-access': callFor(access, token), 'get-library': callFor(library, token) }
  Object.assign(window, { earlyCalls: calls })
  if (readyState) {
    // The page that the test takes for unfinished reports its own end first.
    await settled()
    Object.defineProperty(window.document, 'readyState', { get: readyState })
  }
  window.eval(script)
  await settled()
  return { window, main: window.document.querySelector('main'), calls }
}

/** Class names depend on the build, and the router marks its links for a feature that we do not use. */
const comparable = (html: string): string => html.replaceAll(/ (?:class|data-discover)="[^"]*"/g, '')

const shownIn = (main: Element | null): string => comparable(main?.innerHTML ?? '')

/** The rows as the app renders them, as the browser reads this HTML. */
const rowsOfApp = (files: Reply['files']): string => {
  const html = renderToString(
    <StaticRouter location="/library">
      <FirstRows files={firstFilesOf(withGuides(files))} />
    </StaticRouter>,
  )
  return shownIn(new JSDOM(`<main>${html}</main>`).window.document.querySelector('main'))
}

describe('the script of the first rows', () => {
  test.each([
    ['six files of all kinds', guides],
    ['one file', guides.slice(0, 1)],
  ])('shows the first of %s exactly as the app does', async (_, files) => {
    const { window, main } = await run({ library: withGuides(files) })
    expect(shownIn(main)).toBe(rowsOfApp(files))
    expect(main?.querySelectorAll('li')).toHaveLength(Math.min(files.length, 5))
    expect(main?.querySelectorAll('img, script')).toHaveLength(0)
    expect(window['earlyRows']).toMatchObject({ userId: 'ana', library: { files } })
  })

  test('waits for the rest of a page that arrives after the responses', async () => {
    let state: DocumentReadyState = 'loading'
    const { window } = await run({ page: '<header></header>', readyState: () => state })
    const { document } = window
    document.body.innerHTML = shell
    state = 'interactive'
    document.dispatchEvent(new window.Event('readystatechange'))
    await settled()
    expect(document.querySelectorAll('li')).toHaveLength(5)
  })

  test('leaves the responses to the app', async () => {
    const { calls } = await run()
    expect(await (await calls['get-library'].response).json()).toEqual(withGuides())
  })

  test.each<[string, Situation]>([
    ['the account has no subscription', { access: { isSubscribed: false, isAdmin: false } }],
    ['the user is an admin', { access: { isSubscribed: true, isAdmin: true } }],
    ['the server rejects the call', { library: 403 }],
    ['another user has signed in since', { token: 'token-of-ben' }],
    ['the app has started', { page: shell.replace(' data-shell', '') }],
    ['the library has no guides', { library: withGuides([file('templates_1_a.pdf')]) }],
    ['the address chooses something', { early: false }],
  ])('changes nothing when %s', async (_, situation) => {
    const { window, main } = await run(situation)
    expect(shownIn(main)).toBe('<div data-loading="">Loading</div>')
    expect(window['earlyRows']).toBeUndefined()
  })
})
