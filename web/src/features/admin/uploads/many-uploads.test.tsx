// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { chooseGuides } from './testing/choose-guides.tsx'
import { post } from './testing/post.ts'
import { inEmptyQueue, pdf, states } from './testing/upload-queue.ts'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

const rows = () => screen.queryAllByRole('listitem')
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('many uploads', () => {
  test('are counted, without a count for a single one', async () => {
    await chooseGuides(1)
    expect(screen.queryByText(/ uploaded/)).toBeNull()
    act(() => uploadQueue.add('guides', [pdf('b.pdf')]))
    expect(screen.getByText('0 of 2 uploaded')).toBeTruthy()
  })

  test('show those that are not done, twenty at a time', async () => {
    await chooseGuides(1000)
    expect(screen.getByText('0 of 1,000 uploaded')).toBeTruthy()
    expect(rows()).toHaveLength(20)
    ;(await post(0)).respond(204)
    await post(1)
    expect(screen.getByText('1 of 1,000 uploaded')).toBeTruthy()
    expect(rows()[0]?.textContent).toMatch(/^2\.pdf/)
    await userEvent.click(await button('Show more of 999'))
    expect(rows()).toHaveLength(40)
  })

  test('count failures and keep them in the list', async () => {
    await chooseGuides(21)
    ;(await post(0)).respond(400)
    expect(await screen.findByText('0 of 21 uploaded, 1 failed')).toBeTruthy()
    expect(rows()[0]?.textContent).toMatch(/^1\.pdf/)
  })

  test('do not show those that are done again when one is dismissed', async () => {
    await chooseGuides(21)
    ;(await post(0)).respond(204)
    ;(await post(1)).respond(400)
    await post(2)
    expect(rows()[0]?.textContent).toMatch(/^2\.pdf/)
    await userEvent.click(await button('Dismiss 2.pdf'))
    expect(rows()[0]?.textContent).toMatch(/^3\.pdf/)
  })

  test('have no list once all are done', async () => {
    await chooseGuides(21)
    await userEvent.click(await button('Cancel all waiting'))
    await userEvent.click(await button('Clear finished'))
    ;(await post(0)).respond(204)
    await waitFor(() => expect(states()).toEqual(['done']))
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('can be cancelled together, except the one that is being sent', async () => {
    await chooseGuides(3)
    await userEvent.click(await button('Cancel all waiting'))
    expect(states()).toEqual(['sending', 'cancelled', 'cancelled'])
    expect(screen.queryByRole('button', { name: 'Cancel all waiting' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Choose guides'))
    ;(await post(0)).respond(204)
    await waitFor(() => expect(states()).toEqual(['done', 'cancelled', 'cancelled']))
  })

  test('can be cancelled together after the queue has stopped, which is then over', async () => {
    fakeServer({ '/functions/create-upload': 'unreachable' })
    render(<UploadCard kind="guides" />)
    act(() => uploadQueue.add('guides', ['a.pdf', 'b.pdf', 'c.pdf'].map(pdf)))
    await waitFor(() => expect(uploadQueue.stopped.get()).toBe(true))
    await userEvent.click(await button('Cancel all waiting'))
    expect(states()).toEqual(['failed', 'cancelled', 'cancelled'])
    expect(uploadQueue.stopped.get()).toBe(false)
  })
})
