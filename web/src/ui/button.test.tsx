// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const show = (loading: boolean) => <Button loading={loading}>Save</Button>

test('gets back the focus that it loses while it is at work', () => {
  const { rerender } = render(show(false))
  button().focus()
  rerender(show(true))
  expect(button().disabled).toBe(true)
  button().blur() // As browsers do with what is disabled.
  rerender(show(false))
  expect(document.activeElement).toBe(button())
})

test('takes no focus that is elsewhere by then, or that it never had', () => {
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
