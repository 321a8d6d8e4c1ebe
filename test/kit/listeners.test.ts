// @vitest-environment jsdom
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { recordListeners } from './listeners.ts'

test('removes the listeners that a file has left, and no others', () => {
  const calls: string[] = []
  const target = new EventTarget()
  target.addEventListener('press', () => void calls.push('earlier'))
  const removeListeners = recordListeners(target)
  target.addEventListener('press', () => void calls.push('plain'))
  target.addEventListener('press', () => void calls.push('capturing'), { capture: true })
  target.dispatchEvent(new Event('press'))
  expect(calls.splice(0).toSorted()).toEqual(['capturing', 'earlier', 'plain'])
  removeListeners()
  target.addEventListener('press', () => void calls.push('later'))
  target.dispatchEvent(new Event('press'))
  expect(calls).toEqual(['earlier', 'later'])
})

test('keeps the listeners of libraries, which add them once for all files', () => {
  const add = vi.spyOn(document, 'addEventListener')
  const removeListeners = recordListeners(document)
  userEvent.setup()
  expect(add).toHaveBeenCalledWith('blur', expect.any(Function), expect.anything())
  const remove = vi.spyOn(document, 'removeEventListener')
  removeListeners()
  expect(remove).not.toHaveBeenCalled()
})
