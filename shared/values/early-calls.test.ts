// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { earlyCalls } from './early-calls.ts'
import { session } from './storage-keys.ts'

const fetched = vi.fn<typeof fetch>(async () => Response.json({}))

/** Runs the script as a part of a page does, with the operations that the page names. */
const run = (calls: string, more: Readonly<Record<string, string>> = {}) => {
  const script = document.createElement('script')
  Object.assign(script.dataset, { calls, ...more })
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  // oxlint-disable-next-line typescript/no-implied-eval -- the constant is a script, and nothing else is run
  new Function(earlyCalls)()
}

const signIn = (secondsLeft: number) => {
  document.documentElement.dataset['session'] = ''
  const expires_at = Date.now() / 1000 + secondsLeft
  localStorage.setItem(
    session,
    JSON.stringify({ access_token: 'token-of-ana', expires_at, user: { id: 'ana' } }),
  )
}

describe('the script of an app page', () => {
  beforeEach(() => vi.stubGlobal('fetch', fetched))
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    fetched.mockClear()
    localStorage.clear()
    delete document.documentElement.dataset['session']
    delete window.earlyCalls
  })

  test('sends the named calls as the signed-in user', async () => {
    signIn(600)
    run('get-access get-library')
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([
      '/functions/get-access',
      '/functions/get-library',
    ])
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-of-ana' },
      body: '{}',
    })
    expect(Object.keys(window.earlyCalls ?? {})).toEqual(['get-access', 'get-library'])
    const call = window.earlyCalls?.['get-access']
    await call?.response
    expect(call).toMatchObject({
      token: 'token-of-ana',
      userId: 'ana',
      sentAt: expect.any(Number),
      receivedAt: expect.any(Number),
    })
  })

  test('closes a rejected response, which the app does not take', async () => {
    signIn(600)
    const rejected = Response.json({ error: { code: 'forbidden' } }, { status: 403 })
    const cancelled = vi.spyOn(rejected.body ?? new ReadableStream(), 'cancel')
    const accepted = Response.json({})
    fetched.mockResolvedValueOnce(rejected).mockResolvedValueOnce(accepted)
    run('get-second-factor get-access')
    await Promise.all(Object.values(window.earlyCalls ?? {}).map(({ response }) => response))
    expect(cancelled).toHaveBeenCalledOnce()
    expect(await accepted.json()).toEqual({})
  })

  test('gives a page to which the user returns the height that it had', () => {
    const keptHeight = () => document.documentElement.style.getPropertyValue('--kept-height')
    signIn(600)
    run('get-access')
    expect(keptHeight()).toBe('')
    history.replaceState({ height: 2987 }, '')
    run('get-access')
    expect(keptHeight()).toBe('2987px')
    history.replaceState(null, '')
    document.documentElement.removeAttribute('style')
  })

  describe('of the admin area', () => {
    const sections = JSON.stringify({ users: ['/users.js', '/users.css'], inbox: ['/inbox.js'] })
    const linked = () =>
      [...document.head.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')])
    const open = async (address: string, status = 200) => {
      history.replaceState(null, '', address)
      signIn(600)
      fetched.mockResolvedValueOnce(Response.json({}, { status }))
      run('get-second-factor', { sections, sectionsAfter: 'get-second-factor' })
      await window.earlyCalls?.['get-second-factor']?.response
    }
    afterEach(() => {
      document.head.replaceChildren()
      history.replaceState(null, '', '/')
    })

    test.each([
      ['/admin/inbox/', [['modulepreload', '/inbox.js']]],
      [
        '/admin',
        [
          ['modulepreload', '/users.js'],
          ['preload', '/users.css'],
        ],
      ],
    ])('requests the code of %s once the server has accepted the admin', async (address, expected) => {
      await open(address)
      expect(linked()).toEqual(expected)
    })

    test('requests no code for a user whom the server rejects', async () => {
      await open('/admin/inbox', 403)
      expect(linked()).toEqual([])
    })
  })

  test.each([
    ['nobody is signed in', () => undefined],
    ['the token expires within a minute and a half', () => signIn(89)],
    [
      'the stored session is not JSON',
      () => {
        signIn(600)
        localStorage.setItem(session, 'nonsense')
      },
    ],
  ])('sends nothing if %s', (_, prepare) => {
    prepare()
    run('get-access')
    expect(fetched).not.toHaveBeenCalled()
    expect(window.earlyCalls).toBeUndefined()
  })
})
