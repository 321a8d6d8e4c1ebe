// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'

inFreshBrowser()

describe('SignUpForm', () => {
  test('keeps text typed into the prerendered form before the app loads', async () => {
    fakeServer({})
    const consoleErrors = vi.spyOn(console, 'error')
    const form = <SignUpForm onCreated={() => {}} onSignInFailed={() => {}} />
    const container = document.createElement('div')
    vi.stubGlobal('document', undefined)
    const html = renderToString(form)
    vi.unstubAllGlobals()
    fakeServer({})
    container.innerHTML = html
    document.body.append(container)
    const input = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
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
})
