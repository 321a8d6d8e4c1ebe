// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PlainToast } from './plain-toast.tsx'
import { forgetToast } from './testing/shown-toast.ts'
import { toast } from './toast.ts'

afterEach(() => {
  vi.useRealTimers()
  forgetToast()
  cleanup()
})

test('says what a toast says, and goes by itself', () => {
  vi.useFakeTimers()
  render(<PlainToast />)
  expect(screen.getByRole('alert').textContent).toBe('')
  act(() => toast({ title: 'Unable to start checkout', description: 'Please try again in a moment.' }))
  expect(screen.getByRole('alert').textContent).toBe('Unable to start checkoutPlease try again in a moment.')
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.getByRole('alert').textContent).toBe('')
})
