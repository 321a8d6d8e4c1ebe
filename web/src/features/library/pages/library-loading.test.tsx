// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import * as paths from '#shared/values/site-map.ts'
import { followSession } from '#web/lib/access.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { listedFile } from '../testing/listed-file.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser()

const access = (isSubscribed: boolean) => ({
  '/functions/get-access': { body: { isSubscribed, isAdmin: false } },
  '/functions/check-subscription': { body: { subscribed: isSubscribed } },
})

const gasSafety = listedFile('guides_1763600000001_Gas.pdf', { title: 'Gas safety' })

// Each test has another user, because the library that a tab has loaded for a user is shown immediately.
let users = 0
const openLibrary = () => {
  users += 1
  signedInAs({ sub: `loading-${users}` })
  return showPage(paths.library, <LibraryPage />)
}

describe('while the library is loading', () => {
  const openSlowly = () => {
    const { promise: response, resolve } = deferred<object>()
    fakeServer({ ...access(true), '/functions/get-library': response })
    openLibrary()
    return () => resolve({ body: { files: [gasSafety], videos: [] } })
  }

  test('shows the search, the tabs and the filters', async () => {
    const arrive = openSlowly()
    expect(screen.getByRole('searchbox', { name: 'Search the library' })).toBeTruthy()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Guides',
      'Templates',
      'Videos',
    ])
    expect(screen.getByRole('combobox', { name: 'Country' })).toBeTruthy()
    expect(screen.getByText('Loading the library…')).toBeTruthy()
    arrive()
    expect(await screen.findByText('Gas safety')).toBeTruthy()
    expect(screen.queryByText('Loading the library…')).toBeNull()
  })

  test('keeps what is typed in the search, and searches when the library has arrived', async () => {
    const arrive = openSlowly()
    const field = screen.getByRole('searchbox')
    await userEvent.type(field, 'gas')
    expect(screen.queryByText('No results found')).toBeNull()
    arrive()
    expect(await within(screen.getByRole('search')).findByText('Gas safety')).toBeTruthy()
    expect(screen.getByRole('searchbox')).toBe(field)
    expect(field).toHaveProperty('value', 'gas')
  })

  test('hides the frame once the user is known not to be a member', async () => {
    fakeServer(access(false))
    openLibrary()
    expect(screen.getByRole('searchbox')).toBeTruthy()
    expect(await screen.findByText('Members only')).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('after the page has shown rows before the app was loaded', () => {
  afterEach(() => {
    delete window.earlyRows
  })

  test('shows the library on the first render, and then the current one', async () => {
    users += 1
    const { user } = signedInAs({ sub: `loading-${users}` })
    const granted = { isSubscribed: true } as AccessStatus
    window.earlyRows = { userId: user.id, access: granted, library: { files: [gasSafety], videos: [] } }
    const current = { ...gasSafety, title: 'Gas safety checks' }
    fakeServer({ ...access(true), '/functions/get-library': { body: { files: [current], videos: [] } } })
    followSession()
    showPage(paths.library, <LibraryPage />)
    expect(screen.getByText('Gas safety')).toBeTruthy()
    expect(await screen.findByText('Gas safety checks')).toBeTruthy()
    expect(screen.queryByText('Gas safety')).toBeNull()
  })

  test('hides the rows while the access of a user who has lost it is checked with Stripe', async () => {
    users += 1
    const { user } = signedInAs({ sub: `loading-${users}` })
    const granted = { isSubscribed: true } as AccessStatus
    window.earlyRows = { userId: user.id, access: granted, library: { files: [gasSafety], videos: [] } }
    const { promise: check, resolve: respond } = deferred<object>()
    fakeServer({
      ...access(false),
      '/functions/check-subscription': check,
      '/functions/get-library': { body: { files: [gasSafety], videos: [] } },
    })
    followSession()
    showPage(paths.library, <LibraryPage />)
    expect(screen.getByText('Gas safety')).toBeTruthy()
    expect(await screen.findByText('Loading the library…')).toBeTruthy()
    expect(screen.queryByText('Gas safety')).toBeNull()
    respond({ body: { subscribed: false } })
    expect(await screen.findByText('Members only')).toBeTruthy()
  })
})
