// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
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

test('the search of a user who signs out leaves the address', async () => {
  signedInAs({ sub: 'signs out' })
  open()
  expect((await field()).value).toBe('mould')
  act(dropSession)
  expect(await screen.findByText('Members only')).toBeTruthy()
  expect(address()).toBe(paths.library)
})

test('the search of a user in whose place another signs in leaves the address and the field', async () => {
  signedInAs({ sub: 'former user' })
  open()
  expect((await field()).value).toBe('mould')
  act(() => storeSession(sessionOf({ sub: 'next user' }), 'SIGNED_IN'))
  await waitFor(async () => expect((await field()).value).toBe(''))
  expect(address()).toBe(paths.library)
})

test('the search in a link that a visitor opens before they sign in stays', async () => {
  open()
  expect(await screen.findByText('Members only')).toBeTruthy()
  act(() => void signedInAs({ sub: 'reader' }))
  expect((await field()).value).toBe('mould')
  expect(address()).toBe(search)
})
