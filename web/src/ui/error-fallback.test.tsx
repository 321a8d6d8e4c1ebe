// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, type ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorFallback } from './error-fallback.tsx'
import { lazyComponent } from './lazy-component.tsx'

// The boundary logs the error that it catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Shows a part whose code does not arrive the first time. */
const show = async (props: Omit<ComponentProps<typeof ErrorFallback>, 'children'>) => {
  const load = vi
    .fn<() => Promise<{ default: () => React.JSX.Element }>>()
    .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
    .mockResolvedValue({ default: () => <p>The part</p> })
  const Part = lazyComponent(load)
  render(
    <>
      <h1>Library</h1>
      <ErrorFallback {...props}>
        <Suspense>
          <Part />
        </Suspense>
      </ErrorFallback>
    </>,
  )
  await screen.findByText('Fallback')
}

const reconnect = () => act(async () => void window.dispatchEvent(new Event('online')))

test('a part whose code does not arrive leaves the rest of the page in place', async () => {
  const onFailed = vi.fn<() => void>()
  await show({ fallback: <p>Fallback</p>, onFailed })
  expect(screen.getByRole('heading', { name: 'Library' })).toBeTruthy()
  expect(onFailed).toHaveBeenCalledOnce()
})

test('a part without a button to try again is shown when the connection is back', async () => {
  await show({ fallback: <p>Fallback</p> })
  await reconnect()
  expect(await screen.findByText('The part')).toBeTruthy()
  expect(screen.queryByText('Fallback')).toBeNull()
})

// The visitor may be about to press the button, which must not disappear.
test('a part with a button to try again is shown when the button is pressed', async () => {
  await show({ fallback: (retry) => <button onClick={retry}>Fallback</button> })
  await reconnect()
  await userEvent.click(screen.getByRole('button', { name: 'Fallback' }))
  expect(await screen.findByText('The part')).toBeTruthy()
})
