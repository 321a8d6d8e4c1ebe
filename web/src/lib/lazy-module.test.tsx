// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { lazyModule } from './lazy-module.ts'
import { inFreshBrowser, showPage } from './testing/show-page.tsx'

inFreshBrowser()

/** Shows a button that opens a part whose module arrives when `arrive` is called, or not at all when `fail` is. */
const showPart = () => {
  const requests: { arrive: () => void; fail: (reason: Error) => void }[] = []
  const module = lazyModule(
    () =>
      new Promise<{ text: string }>((resolve, reject) =>
        requests.push({ arrive: () => resolve({ text: 'The part' }), fail: reject }),
      ),
  )
  const failures: unknown[] = []
  const Page = () => {
    const [isNeeded, setNeeded] = useState(false)
    const part = module.useModule(isNeeded, (failure) => {
      failures.push(failure)
      setNeeded(false)
    })
    return (
      <>
        <button onClick={() => setNeeded(true)}>Open</button>
        <button onClick={() => setNeeded(false)}>Close</button>
        {isNeeded ? <p>{part?.text ?? 'Waiting'}</p> : null}
      </>
    )
  }
  showPage('/', <Page />)
  return { requests, failures, load: module.load }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a lazy module', () => {
  test('is loaded when it is needed, and only once', async () => {
    const { requests } = showPart()
    expect(requests).toHaveLength(0)
    await press('Open')
    expect(screen.getByText('Waiting')).toBeTruthy()
    await act(async () => requests[0]?.arrive())
    expect(screen.getByText('The part')).toBeTruthy()
    await press('Close')
    await press('Open')
    expect(screen.getByText('The part')).toBeTruthy()
    expect(requests).toHaveLength(1)
  })

  test('is there at once if it was loaded before', async () => {
    const { requests, load } = showPart()
    const loaded = Promise.all([load(), load()])
    await waitFor(() => expect(requests).toHaveLength(1))
    await act(async () => requests[0]?.arrive())
    await loaded
    await press('Open')
    expect(screen.getByText('The part')).toBeTruthy()
    expect(requests).toHaveLength(1)
  })

  test('reports a failure once, and is loaded again when it is needed again', async () => {
    const { requests, failures } = showPart()
    const failure = new TypeError('Failed to fetch dynamically imported module')
    await press('Open')
    requests[0]?.fail(failure)
    await waitFor(() => expect(screen.queryByText('Waiting')).toBeNull())
    expect(failures).toEqual([failure])
    await press('Open')
    await act(async () => requests[1]?.arrive())
    expect(screen.getByText('The part')).toBeTruthy()
    expect(failures).toHaveLength(1)
  })

  test('reports a module that has not arrived after half a minute, and accepts it later', async () => {
    const { requests, failures } = showPart()
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    await act(async () => vi.advanceTimersByTime(30_000))
    expect(failures).toEqual([new Error('The code did not arrive in time')])
    expect(screen.queryByText('Waiting')).toBeNull()
    await act(async () => requests[0]?.arrive())
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByText('The part')).toBeTruthy()
    expect(requests).toHaveLength(1)
  })

  test('reports no failure if it is no longer needed', async () => {
    const { requests, failures, load } = showPart()
    await press('Open')
    await press('Close')
    requests[0]?.fail(new Error('The connection was lost'))
    await expect(load()).rejects.toThrow('The connection was lost')
    expect(failures).toEqual([])
  })
})
