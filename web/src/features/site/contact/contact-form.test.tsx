// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { contactDraft } from '#shared/values/storage-keys.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { dropSession } from '#web/lib/session-store.ts'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { ContactForm } from './contact-form.tsx'

inFreshBrowser(forgetToast)

const path = '/functions/submit-contact'
const message = {
  Name: 'Idris Fenwright',
  Email: 'idris@agents.example',
  Subject: 'The deposit',
  Message: 'Who decides about the carpet?',
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

const send = async (changes: Partial<typeof message> = {}) => {
  showPage('/contact', <ContactForm />)
  for (const [label, text] of Object.entries({ ...message, ...changes })) {
    await userEvent.click(field(label))
    await userEvent.paste(text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

describe('ContactForm', () => {
  test.each([
    ['Name', 'I', 'Name must be at least 2 characters'],
    ['Name', 'I{Backspace}', 'Name is required'],
    ['Email', 'abc', 'Please enter a valid email address'],
    ['Email', 'a{Backspace}', 'Email is required'],
    ['Subject', 'No', 'Subject must be at least 3 characters'],
    ['Subject', 'N{Backspace}', 'Subject is required'],
    ['Message', 'Too short', 'Message must be at least 10 characters'],
    ['Message', 'T{Backspace}', 'Message is required'],
  ])('validates %s while the visitor types %j', async (label, typed, error) => {
    showPage('/contact', <ContactForm />)
    await userEvent.type(field(label), typed)
    expect(await screen.findByText(error)).toBeTruthy()
  })

  test('sends nothing while a field is missing, and focuses the first such field', async () => {
    const seen = fakeServer({ [path]: { body: { success: true } } })
    showPage('/contact', <ContactForm />)
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(document.activeElement).toBe(field('Name'))
    expect(seen).toEqual([])
  })

  test('removes the invisible characters and spaces of a pasted address', async () => {
    const seen = fakeServer({ [path]: { body: { success: true } } })
    await send({ Email: '\u200bidris@agents.example\ufeff ' })
    await waitFor(() => expect(seen[0]?.body).toMatchObject({ email: 'idris@agents.example' }))
  })

  test('shows a thank-you toast and resets the form after sending', async () => {
    const seen = fakeServer({ [path]: { body: { success: true } } })
    await send()
    await waitFor(() =>
      expect(toastText()).toBe(
        "Message Sent! / Thank you for your message. We've received it and will get back to you soon.",
      ),
    )
    expect(seen[0]?.body).toMatchObject({ name: 'Idris Fenwright', subject: 'The deposit' })
    for (const label of Object.keys(message)) expect(field(label).value).toBe('')
  })

  test('fills in what was not sent when the visitor comes back, and forgets it once it is sent', async () => {
    fakeServer({ [path]: [{ status: 500, body: {} }, { body: { success: true } }] })
    await send()
    await waitFor(() => expect(toastText()).toContain('Failed to submit message'))
    cleanup()
    showPage('/contact', <ContactForm />)
    expect(field('Message').value).toBe(message.Message)
    expect(field('Email').value).toBe(message.Email)
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
    await waitFor(() => expect(field('Message').value).toBe(''))
    expect(sessionStorage.getItem(contactDraft)).toBeNull()
  })

  test('keeps text typed before the app loads, and fills in the other fields from the draft', async () => {
    sessionStorage.setItem(contactDraft, JSON.stringify({ subject: 'The deposit', message: 'Older text' }))
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(<ContactForm />)
    field('Message').value = 'What I typed just now'
    render(<ContactForm />, { container, hydrate: true })
    await waitFor(() => expect(field('Subject').value).toBe('The deposit'))
    expect(field('Message').value).toBe('What I typed just now')
    expect(JSON.parse(sessionStorage.getItem(contactDraft) ?? '')).toMatchObject({
      subject: 'The deposit',
      message: 'What I typed just now',
    })
  })

  test('never shows the draft of another user', async () => {
    signedInAs({ sub: 'user-1' })
    showPage('/contact', <ContactForm />)
    await userEvent.type(field('Message'), 'My question')
    cleanup()
    for (const signIn of [() => signedInAs({ sub: 'user-2' }), () => dropSession()]) {
      signIn()
      showPage('/contact', <ContactForm />)
      expect(field('Message').value).toBe('')
      cleanup()
    }
  })

  test.each([
    [
      'the message of the server',
      { status: 429, body: { error: { code: 'rate_limited', message: 'Slow down' } } },
      'Slow down',
    ],
    ['a message in the older error format', { status: 400, body: { error: 'Plain text' } }, 'Plain text'],
    ['a fallback for an unsuccessful response', { body: { success: false } }, 'Failed to submit message'],
    ['a fallback for an empty error response', { status: 500, body: {} }, 'Failed to submit message'],
    ['a fallback for a failed request', 'unreachable' as const, 'Failed to send message. Please try again.'],
  ])('keeps the message and shows %s', async (_case, reply, text) => {
    fakeServer({ [path]: reply })
    await send()
    await waitFor(() => expect(toastText()).toBe(`Error / ${text}`))
    expect(field('Message').value).toBe(message.Message)
  })
})
