// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useToastPosition } from './use-toast-position.ts'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

/** Places an element, which jsdom does not do. */
const place = (selector: string, top: number, height: number) => {
  const element = document.querySelector(selector)
  if (element) element.getBoundingClientRect = () => new DOMRect(0, top, 375, height)
}

test('toasts cover neither the title nor the buttons of an open dialog', async () => {
  document.body.innerHTML =
    '<div role="dialog"><h2>Cancel?</h2><button>Keep</button></div><div data-toast></div><button id="behind"></button>'
  place('h2', 500, 40)
  place('[role="dialog"] button', 600, 48)
  place('#behind', 0, 400)
  place('[data-toast]', 520, 100)
  const { result } = renderHook(() => useToastPosition('[data-toast]', 1))
  // The toast is above the title, with a small gap. Nothing behind the dialog can be pressed.
  await waitFor(() => expect(520 + result.current).toBe(500 - 4 - 100))
})
