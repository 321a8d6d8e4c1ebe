// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { lazyPart } from './lazy-part.tsx'

inFreshBrowser()

test('shows a placeholder, then the part with its properties', async () => {
  const Part = lazyPart('It could not be loaded', async () => ({
    default: ({ text }: { readonly text: string }) => <p>{text}</p>,
  }))
  render(<Part props={{ text: 'Loaded' }} placeholder={<p>Loading</p>} />)
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByText('Loaded')).toBeTruthy()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('offers to try again if the code does not arrive, and keeps what is around it', async () => {
  const load = vi
    .fn<() => Promise<{ default: () => React.JSX.Element }>>()
    .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
    .mockResolvedValueOnce({ default: () => <p>Loaded</p> })
  const Part = lazyPart('The videos could not be loaded', load)
  render(
    <>
      <h1>Library</h1>
      <Part props={{}} placeholder={<p>Loading</p>} />
    </>,
  )
  expect(await screen.findByText('The videos could not be loaded')).toBeTruthy()
  expect(screen.getByText(/Please try again/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Loaded')).toBeTruthy()
  expect(screen.getByText('Library')).toBeTruthy()
})
