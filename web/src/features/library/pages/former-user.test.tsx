// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { usePageKey } from '#web/lib/page-user.ts'
import { dropSession, storeSession } from '#web/lib/session-store.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { sessionOf, signedInAs } from '#web/lib/testing/tokens.ts'
import LibraryPage from './library-page.tsx'

inFreshBrowser()

const Site = () => (
  <Routes>
    <Route path="*" element={<LibraryPage key={usePageKey()} />} />
  </Routes>
)

const search = `${paths.library}?tab=templates&q=mould`
const address = () => screen.getByTestId('address').textContent
const field = () => screen.findByLabelText<HTMLInputElement>('Search the library')

const open = () => {
  fakeServer({
    '/functions/get-access': { body: { isSubscribed: true, isAdmin: false } },
    '/functions/get-library': { body: { files: [], videos: [] } },
  })
  showPage(search, <Site />)
}

describe('a search in the library', () => {
  test('is removed from the address when the user signs out', async () => {
    signedInAs({ sub: 'signs out' })
    open()
    expect((await field()).value).toBe('mould')
    act(() => void dropSession())
    expect(await screen.findByText('Members only')).toBeTruthy()
    expect(address()).toBe(paths.library)
  })

  test('is removed from the address and the field when another user signs in', async () => {
    signedInAs({ sub: 'former user' })
    open()
    expect((await field()).value).toBe('mould')
    act(() => storeSession(sessionOf({ sub: 'next user' }), 'SIGNED_IN'))
    await waitFor(async () => expect((await field()).value).toBe(''))
    expect(address()).toBe(paths.library)
  })

  test('is kept when a visitor opens its link and then signs in', async () => {
    open()
    expect(await screen.findByText('Members only')).toBeTruthy()
    act(() => void signedInAs({ sub: 'reader' }))
    expect((await field()).value).toBe('mould')
    expect(address()).toBe(search)
  })
})
