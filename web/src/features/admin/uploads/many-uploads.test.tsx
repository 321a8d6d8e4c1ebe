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
const texts = () => rows().map(({ textContent }) => textContent)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('many uploads', () => {
  test('are counted, without a count for a single one', async () => {
    await chooseGuides(1)
    expect(screen.queryByText(/ uploaded/)).toBeNull()
    act(() => uploadQueue.add('guides', [pdf('b.pdf')]))
    expect(screen.getByText('0 of 2 uploaded')).toBeTruthy()
  })

  test('are shown twenty at a time', async () => {
    await chooseGuides(1000)
    expect(screen.getByText('0 of 1,000 uploaded')).toBeTruthy()
    expect(rows()).toHaveLength(20)
    await userEvent.click(await button('Show more of 1,000'))
    expect(rows()).toHaveLength(40)
  })

  test('keep their rows while others are done', async () => {
    await chooseGuides(21)
    ;(await post(0)).respond(204)
    ;(await post(1)).respond(400)
    await post(2)
    expect(screen.getByText('1 of 21 uploaded, 1 failed')).toBeTruthy()
    expect(texts().slice(0, 3)).toEqual([
      expect.stringMatching(/^1\.pdf.*Uploaded$/),
      expect.stringMatching(/^2\.pdf.*Dismiss/),
      expect.stringMatching(/^3\.pdf.*0 %$/),
    ])
  })

  test('replace the uploads that are done once all rows have ended', async () => {
    await chooseGuides(22)
    for (let i = 0; i < 20; i += 1) (await post(i)).respond(i === 1 ? 400 : 204)
    await post(20)
    expect(texts().map((text) => /^\d+/.exec(text)?.[0])).toEqual([
      '21',
      '2',
      '22',
      ...Array.from({ length: 17 }, (_, i) => `${i + 4}`),
    ])
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull()
    await userEvent.click(await button('Dismiss 2.pdf'))
    expect(texts().map((text) => /^\d+/.exec(text)?.[0])).not.toContain('1')
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
