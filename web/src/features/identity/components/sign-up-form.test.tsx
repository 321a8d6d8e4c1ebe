// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'

inFreshBrowser()

const form = <SignUpForm onCreated={() => {}} onSignInFailed={() => {}} />
const input = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)

/** Shows the form as the page contains it before the app has loaded. */
const showPrerendered = (): HTMLElement => {
  fakeServer({})
  const container = document.createElement('div')
  vi.stubGlobal('document', undefined)
  const html = renderToString(form)
  vi.unstubAllGlobals()
  fakeServer({})
  container.innerHTML = html
  document.body.append(container)
  return container
}

describe('SignUpForm', () => {
  test('keeps text typed into the prerendered form before the app loads', async () => {
    const consoleErrors = vi.spyOn(console, 'error')
    const container = showPrerendered()
    input('Email').value = 'early@agents.example'
    input('Password').value = 'Longer-than-6!'
    input('Number of employees').value = '4'
    input('Agent').checked = true
    input(/^Annual/).checked = true

    let root: Root | undefined
    await act(async () => {
      root = hydrateRoot(container, form)
    })

    expect(input('Email').value).toBe('early@agents.example')
    expect(input('Password').value).toBe('Longer-than-6!')
    expect(screen.getByText('Strong')).toBeTruthy()
    expect(input('Number of employees').value).toBe('4')
    expect(input('Agent').checked).toBe(true)
    expect(localStorage.getItem('pending_signup_plan')).toBe('annual')
    await act(async () => screen.getByRole('button', { name: 'Create account' }).click())
    expect(await screen.findByText('First name is required')).toBeTruthy()
    expect(screen.queryByText('Email is required')).toBeNull()
    expect(screen.queryByText('Number of employees must be at least 1')).toBeNull()
    expect(screen.queryByText('Please select whether you are a landlord or agent')).toBeNull()
    expect(consoleErrors).not.toHaveBeenCalled()
    await act(async () => root?.unmount())
    container.remove()
  })

  test('removes the error of a field that was left before the app loads as soon as it is corrected', async () => {
    const container = showPrerendered()
    input('First name').value = 'I'
    render(form, { container, hydrate: true })
    const error = 'First name must be at least 2 characters'
    expect(await screen.findByText(error)).toBeTruthy()
    await userEvent.type(input('First name'), 'dris')
    await waitFor(() => expect(screen.queryByText(error)).toBeNull())
    expect(document.activeElement).toBe(input('First name'))
  })
})
