// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importCode } from './import-code.ts'

const address = 'https://site.example/assets/profile.css'
const links = () => [...document.querySelectorAll<HTMLLinkElement>(`link[href="${address}"]`)]

const importModule = vi.fn<() => Promise<string>>()
beforeEach(() => void importModule.mockReset().mockResolvedValue('code'))

/** Reports to the page that its style sheet has arrived, or has not. */
const report = (outcome: 'load' | 'error') => links().at(-1)?.dispatchEvent(new Event(outcome))

afterEach(() => {
  document.head.innerHTML = ''
})

/** Imports code after a style sheet did not arrive. */
const importAfterFailure = () => {
  document.head.innerHTML = `<link rel="stylesheet" href="${address}">`
  report('error')
  return importCode(importModule)
}

// Vite requests a style sheet only once, so the code of a page would arrive without its styles after an interruption.
test('code waits for a style sheet that did not arrive with an earlier import', async () => {
  const imported = importAfterFailure()
  await Promise.resolve()
  expect(importModule).not.toHaveBeenCalled()
  report('load')
  await expect(imported).resolves.toBe('code')
  await importCode(importModule)
  expect(links()).toHaveLength(1)
})

test('code arrives although a style sheet fails again, which is requested with the next import', async () => {
  const imported = importAfterFailure()
  report('error')
  await expect(imported).resolves.toBe('code')
  expect(links()).toHaveLength(0)
  const next = importCode(importModule)
  report('load')
  await expect(next).resolves.toBe('code')
  expect(links()).toHaveLength(1)
})
