// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const load = vi.hoisted(() => vi.fn<() => void>())
vi.mock('./toast-viewport.tsx', () => {
  load()
  return { default: () => null }
})

afterEach(cleanup)

test('an open dialog loads the library of the toasts, which may be needed without a connection', async () => {
  const ignore = () => undefined
  const { rerender } = render(<Dialog open={false} onOpenChange={ignore} title="A dialog" />)
  expect(load).not.toHaveBeenCalled()
  rerender(<Dialog open onOpenChange={ignore} title="A dialog" />)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
})
