// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { loadLater } from './load-later.ts'
import { inFreshBrowser, showPage } from './testing/show-page.tsx'

inFreshBrowser()

/** Shows a button that opens a part whose code arrives when `arrive` is called, or not at all when `fail` is. */
const showPart = () => {
  const requests: { arrive: () => void; fail: (reason: Error) => void }[] = []
  const code = loadLater(
    () =>
      new Promise<{ text: string }>((resolve, reject) =>
        requests.push({ arrive: () => resolve({ text: 'The part' }), fail: reject }),
      ),
  )
  const failures: unknown[] = []
  const Page = () => {
    const [isWanted, setWanted] = useState(false)
    const part = code.useCode(isWanted, (failure) => {
      failures.push(failure)
      setWanted(false)
    })
    return (
      <>
        <button onClick={() => setWanted(true)}>Open</button>
        <button onClick={() => setWanted(false)}>Close</button>
        {isWanted ? <p>{part?.text ?? 'Waiting'}</p> : null}
      </>
    )
  }
  showPage('/', <Page />)
  return { requests, failures, load: code.load }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('code that is loaded later', () => {
  test('is loaded when it is wanted, and only once', async () => {
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
    const loaded = load()
    await act(async () => requests[0]?.arrive())
    await loaded
    await press('Open')
    expect(screen.getByText('The part')).toBeTruthy()
    expect(requests).toHaveLength(1)
  })

  test('reports a failure once, and is loaded again when it is wanted again', async () => {
    const { requests, failures } = showPart()
    const failure = new TypeError('Failed to fetch dynamically imported module')
    await press('Open')
    await act(async () => requests[0]?.fail(failure))
    expect(failures).toEqual([failure])
    expect(screen.queryByText('Waiting')).toBeNull()
    await press('Open')
    await act(async () => requests[1]?.arrive())
    expect(screen.getByText('The part')).toBeTruthy()
    expect(failures).toHaveLength(1)
  })

  test('reports no failure if it is not wanted any more', async () => {
    const { requests, failures } = showPart()
    await press('Open')
    await press('Close')
    await act(async () => requests[0]?.fail(new Error('The connection was lost')))
    expect(failures).toEqual([])
  })
})
