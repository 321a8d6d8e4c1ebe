// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preloadSignIn } from '#web/lib/cognito-sign-in.ts'
import { type Credentials, SignInForm } from './sign-in-form.tsx'

vi.mock('#web/lib/cognito-sign-in.ts')

const Form = () => (
  <SignInForm form={useForm<Credentials>()} onSubmit={async () => undefined} onRejected={() => undefined} />
)

describe('a prerendered sign-in form', () => {
  let container: HTMLElement
  beforeEach(() => {
    container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(<Form />)
  })
  afterEach(() => {
    cleanup()
    vi.mocked(preloadSignIn).mockClear()
  })

  test('loads the sign-in library if a field had the focus before the app was ready', () => {
    screen.getByLabelText('Email').focus()
    render(<Form />, { container, hydrate: true })
    expect(preloadSignIn).toHaveBeenCalled()
  })

  test('otherwise loads it when a field is first focused', () => {
    render(<Form />, { container, hydrate: true })
    expect(preloadSignIn).not.toHaveBeenCalled()
    screen.getByLabelText('Email').focus()
    expect(preloadSignIn).toHaveBeenCalled()
  })
})
