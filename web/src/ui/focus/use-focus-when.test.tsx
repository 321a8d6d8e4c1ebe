// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFocusWhen } from './use-focus-when.ts'

afterEach(cleanup)

const Page = ({ isReady }: { readonly isReady?: boolean }) => {
  const heading = useFocusWhen<HTMLHeadingElement>(isReady)
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Title
      </h1>
      <input />
    </>
  )
}

const hasFocus = () => document.activeElement === screen.getByRole('heading')

test('moves the focus when the element is shown', () => {
  render(<Page />)
  expect(hasFocus()).toBe(true)
})

test('waits until it is ready, and moves the focus only once', () => {
  const { rerender } = render(<Page isReady={false} />)
  expect(hasFocus()).toBe(false)
  rerender(<Page isReady />)
  expect(hasFocus()).toBe(true)
  screen.getByRole('textbox').focus()
  rerender(<Page isReady />)
  expect(hasFocus()).toBe(false)
})
