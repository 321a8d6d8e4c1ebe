// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const show = (loading: boolean) => <Button loading={loading}>Save</Button>

describe('Button', () => {
  test('restores the focus that it loses while loading', () => {
    const { rerender } = render(show(false))
    button().focus()
    rerender(show(true))
    expect(button().disabled).toBe(true)
    button().blur() // Browsers do this to a disabled button.
    rerender(show(false))
    expect(document.activeElement).toBe(button())
  })

  test('does not take the focus from another element, or without having had it', () => {
    const { rerender } = render(
      <>
        {show(false)}
        <input />
      </>,
    )
    const go = (loading: boolean) =>
      rerender(
        <>
          {show(loading)}
          <input />
        </>,
      )
    go(true)
    go(false)
    expect(document.activeElement).toBe(document.body)
    button().focus()
    go(true)
    screen.getByRole('textbox').focus()
    go(false)
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })
})
