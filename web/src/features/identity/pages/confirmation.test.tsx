// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import SignUpPage from './sign-up-page.tsx'

inFreshBrowser(forgetToast)

const id = 'id-of-the-sign-up'
const checkPath = '/functions/check-sign-up'
const status = (text: string) => ({ body: { status: text } })
const open = () => showPage('/signup?plan=annual', <SignUpPage />)
const address = () => screen.getByTestId('address').textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

const texts = {
  'First name': 'Ada',
  'Last name': 'Sample',
  Email: 'ada@agnets.example',
  'Company name': 'Sample Lets',
  'Street address': '1 Example Row',
  City: 'Sampleton',
  Postcode: 'ZZ1 1ZZ',
  'Number of employees': '3',
}
const passwords = ['Password', 'Confirm password']

const submit = async () => {
  for (const label of passwords) await userEvent.type(field(label), 'Longer-than-6')
  await press('Create account')
  await screen.findByText('Account Created')
}

/** Signs up on the page. Returns the calls of the page. */
const signUp = async (replies: Parameters<typeof fakeServer>[0] = {}) => {
  const seen = fakeServer({ '/functions/sign-up': { body: { success: true, sign_up_id: id } }, ...replies })
  open()
  for (const [label, text] of Object.entries(texts)) await userEvent.type(field(label), text)
  await userEvent.click(field('Agent'))
  await submit()
  return seen
}

/** Makes the page check immediately, as it does when the user returns to its tab. */
const returnToTab = () => document.dispatchEvent(new Event('visibilitychange'))

const pathsOf = (seen: Awaited<ReturnType<typeof signUp>>) => seen.map(({ path }) => path)

describe('the page after sign-up', () => {
  test('leads to sign-in once the address has been confirmed on another device', async () => {
    const seen = await signUp({ [checkPath]: status('confirmed') })
    expect(screen.getByText('Redirecting...')).toBeTruthy()
    returnToTab()
    const heading = await screen.findByRole('heading', { name: 'Your email address is confirmed' })
    expect(document.title).toMatch(/^Your email address is confirmed · /)
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(seen.find(({ path }) => path === checkPath)?.body).toEqual({ sign_up_id: id })
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/members')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('auth-'))).toEqual([])
    await waitFor(() => expect(address()).toBe('/members'))
  })

  test('lets the address break after its @, here and in the reminder of a later visit', async () => {
    await signUp()
    const address = 'ada@<wbr>agnets.example'
    expect(screen.getByText(/We’ve sent a link to/).innerHTML).toContain(address)
    cleanup()
    open()
    expect((await screen.findByText(/We’ve sent a link to/)).innerHTML).toContain(address)
  })

  test('checks only while its tab is visible', async () => {
    const seen = await signUp({ [checkPath]: status('waiting') })
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    returnToTab()
    expect(pathsOf(seen)).not.toContain(checkPath)
    hidden.mockReturnValue(false)
    returnToTab()
    await waitFor(() => expect(pathsOf(seen)).toContain(checkPath))
    expect(screen.getByText('Redirecting...')).toBeTruthy()
  })

  test('explains that the link has expired', async () => {
    await signUp({ [checkPath]: status('expired') })
    returnToTab()
    expect(await screen.findByText('The link has expired')).toBeTruthy()
    expect(screen.queryByText('Redirecting...')).toBeNull()
  })

  test('keeps waiting while the server cannot be reached', async () => {
    const seen = await signUp({ [checkPath]: 'unreachable' })
    returnToTab()
    await waitFor(() => expect(pathsOf(seen)).toContain(checkPath))
    expect(screen.getByText('Redirecting...')).toBeTruthy()
  })

  test('sends no further email once the address is confirmed', async () => {
    const seen = await signUp({ [checkPath]: status('confirmed') })
    await press('Resend')
    expect(await screen.findByText('Your email address is confirmed')).toBeTruthy()
    expect(pathsOf(seen)).not.toContain('/functions/resend-confirmation')
  })

  test('keeps the focus on the button that pauses after an email, and sends no second one', async () => {
    const path = '/functions/resend-confirmation'
    const seen = await signUp({ [checkPath]: status('waiting'), [path]: { body: {} } })
    await press('Resend')
    const sent = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sent' })
    expect(sent.disabled).toBe(false)
    expect(sent.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(sent)
    await userEvent.keyboard('{Enter}')
    expect(pathsOf(seen).filter((called) => called === path)).toHaveLength(1)
  })

  test('says what to do if the email is not sent and the server gives no reason', async () => {
    await signUp({
      [checkPath]: status('waiting'),
      '/functions/resend-confirmation': { status: 500, body: {} },
    })
    await press('Resend')
    await waitFor(() =>
      expect(toastText()).toBe('Error / Failed to resend verification email. Please try again.'),
    )
  })

  test('returns to the form to correct the address, with everything but the passwords', async () => {
    const seen = await signUp()
    await press('Correct the email address')
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    for (const [label, text] of Object.entries(texts)) expect(field(label).value).toBe(text)
    for (const label of passwords) expect(field(label).value).toBe('')
    expect(field('Agent').checked).toBe(true)
    expect(screen.queryByText('Please confirm your email address')).toBeNull()
    await userEvent.clear(field('Email'))
    await userEvent.type(field('Email'), 'ada@agents.example')
    await submit()
    expect(screen.getByText('ada@agents.example')).toBeTruthy()
    const bodies = seen.filter(({ path }) => path === '/functions/sign-up').map(({ body }) => body)
    expect(bodies).toMatchObject([
      { email: 'ada@agnets.example', plan: 'annual', numberOfEmployees: 3 },
      { email: 'ada@agents.example', plan: 'annual', numberOfEmployees: 3, userType: 'agent' },
    ])
  })

  test('keeps its details after a reload, and reports the confirmation', async () => {
    await signUp({ [checkPath]: status('confirmed') })
    const info = localStorage.getItem('pending_signup_user_info')
    cleanup()
    open()
    expect(localStorage.getItem('pending_signup_user_info')).toBe(info)
    for (const [label, text] of Object.entries(texts)) expect(field(label).value).toBe(text)
    for (const label of passwords) expect(field(label).value).toBe('')
    expect(field('Agent').checked).toBe(true)
    expect(screen.getByText('Please confirm your email address')).toBeTruthy()
    returnToTab()
    expect(await screen.findByText('Your email address is confirmed')).toBeTruthy()
  })

  test('shows the details to no other tab, where another person may sign up', async () => {
    await signUp()
    cleanup()
    sessionStorage.clear()
    open()
    expect(field('First name').value).toBe('')
  })
})
