// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { lazyPage } from './lazy-page.tsx'

const Form = () => <input aria-label="Name" />

afterEach(cleanup)

test('a page that has loaded its code itself keeps what is typed when the code is preloaded later', async () => {
  const { Page, preload } = lazyPage(async () => ({ default: Form }))
  const tree = () => (
    <Suspense fallback="Loading">
      <Page />
    </Suspense>
  )
  const { rerender } = render(tree())
  const field = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.type(field, 'Idris')
  await preload()
  rerender(tree())
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Idris')
})
