// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, Route, Routes, useNavigate } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { libraryOf } from './testing/uploads-page.tsx'
import UploadsSection from './uploads-section.tsx'

inFreshBrowser()

const uploads = `${paths.admin}/uploads`
const names = ['guides_1_Gas safety.pdf', 'guides_3_Deposits.pdf', 'guides_2_Right to rent.docx']

const BackButton = () => {
  const navigate = useNavigate()
  return <button onClick={() => void navigate(-1)}>Back</button>
}

/** Opens an address, with a link to the page and the browser's Back button above it. */
const open = (address: string) => {
  signedInAs({ sub: 'admin-1' })
  fakeServer({
    '/functions/list-media-links': { body: { data: [] } },
    '/functions/get-library': { body: libraryOf(names) },
  })
  showPage(
    address,
    <>
      <Link to={uploads}>Uploads</Link>
      <BackButton />
      <Routes>
        <Route path={uploads} element={<UploadsSection />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
  )
}
const addressNow = () => screen.getByTestId('address').textContent
const field = <Element extends HTMLElement>(label: string | RegExp) => screen.findByLabelText<Element>(label)
const searchField = () => field<HTMLInputElement>(/^Search titles/)
const guides = () =>
  [...document.querySelectorAll('section li')].map((row) => row.querySelector('p')?.textContent)

describe('the address of the uploads page', () => {
  test('contains the search, the order and the filters', async () => {
    open(uploads)
    await userEvent.type(await searchField(), 'a s')
    await userEvent.selectOptions(await field('Sort by'), 'name')
    await userEvent.selectOptions(await field('File type'), 'PDF')
    await userEvent.selectOptions(await field('Filter by country'), 'wales')
    await waitFor(() => expect(addressNow()).toBe(`${uploads}?q=a+s&sort=name&type=PDF&country=wales`))
  })

  test('shows the same files after a reload', async () => {
    open(`${uploads}?q=rent&sort=oldest&type=Word&country=wales`)
    expect((await searchField()).value).toBe('rent')
    expect((await field<HTMLSelectElement>('Sort by')).value).toBe('oldest')
    expect((await field<HTMLSelectElement>('File type')).value).toBe('Word')
    expect((await field<HTMLSelectElement>('Filter by country')).value).toBe('wales')
    expect(await screen.findByText('1 of 3 files')).toBeTruthy()
  })

  test('ignores unknown values', async () => {
    open(`${uploads}?sort=size&type=EXE&country=france`)
    expect(await screen.findByText('3 of 3 files')).toBeTruthy()
    expect((await field<HTMLSelectElement>('File type')).value).toBe('')
  })

  test('adds no history entries while the admin types', async () => {
    open(paths.adminUsers)
    await userEvent.click(screen.getByRole('link', { name: 'Uploads' }))
    window.history.replaceState(null, '', uploads)
    await userEvent.type(await searchField(), 'gas')
    await waitFor(() => expect(addressNow()).toBe(`${uploads}?q=gas`))
    await userEvent.type(await searchField(), ' safe')
    await waitFor(() => expect(addressNow()).toBe(`${uploads}?q=gas+safe`))
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(addressNow()).toBe(paths.adminUsers)
  })

  test('shows all files again when the link of the page is pressed', async () => {
    open(`${uploads}?q=gas`)
    expect(await screen.findByText('1 of 3 files')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Uploads' }))
    expect(await screen.findByText('3 of 3 files')).toBeTruthy()
    expect((await searchField()).value).toBe('')
  })

  test('does not replace the address of the next page when the admin leaves while typing', async () => {
    open(uploads)
    await userEvent.type(await searchField(), 'gas')
    // The page is still shown while the code of the next one is loading.
    window.history.replaceState(null, '', paths.library)
    await waitFor(() => expect(guides()).toEqual(['Gas safety.pdf']))
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    expect(addressNow()).toBe(uploads)
  })
})
