import { beforeEach, expect, test, vi } from 'vitest'
import { Bundler } from './bundler.ts'

const names = Array.from({ length: 20 }, (_, index) => `function-${index}`)
const broken = 'function-3'
let sound: boolean
const bundle = vi.fn<(batch: readonly string[]) => Promise<void>>(async (batch) => {
  if (!sound && batch.includes(broken)) throw new Error(`${broken} has no handler`)
})
const onFailure = vi.fn<(name: string, error: unknown) => void>()

const bundlerOf = (current = false) => new Bundler({ names, current, bundle, onFailure })
const bundled = () => bundle.mock.calls.map(([batch]) => batch)

beforeEach(() => {
  sound = true
  bundle.mockClear()
  onFailure.mockClear()
})

test('bundles a function once for all its callers', async () => {
  const bundler = bundlerOf()
  await Promise.all([bundler.whenReady('function-1'), bundler.whenReady('function-1')])
  await bundler.whenReady('function-1')
  expect(bundled()).toEqual([['function-1']])
})

test('bundles nothing where all bundles are there, until the sources change', async () => {
  const bundler = bundlerOf(true)
  await bundler.whenReady('function-1')
  expect(await bundler.fill()).toBe(true)
  expect(bundled()).toEqual([])
  bundler.outdate()
  await bundler.whenReady('function-1')
  expect(bundled()).toEqual([['function-1']])
})

test('fills up with what nobody has called', async () => {
  const bundler = bundlerOf()
  await bundler.whenReady('function-1')
  expect(await bundler.fill()).toBe(true)
  expect(bundled().flat().toSorted()).toEqual(names.toSorted())
})

test('a call waits for the batch that has its function under way', async () => {
  const bundler = bundlerOf()
  await Promise.all([bundler.fill(), bundler.whenReady('function-0')])
  expect(bundled().filter((batch) => batch.includes('function-0'))).toHaveLength(1)
})

test('bundles those together that are wanted soon', async () => {
  const bundler = bundlerOf()
  const soon = ['function-1', 'function-2']
  await Promise.all([bundler.prepare(soon), bundler.whenReady('function-2')])
  await bundler.prepare(soon)
  expect(bundled()).toEqual([soon])
})

test('what was begun before a change does not write over what came after it', async () => {
  const ends: (() => void)[] = []
  bundle.mockImplementationOnce(() => new Promise((resolve) => ends.push(resolve)))
  const bundler = bundlerOf()
  const onReady = vi.fn<() => void>()
  const called = bundler.whenReady('function-1').then(onReady)
  bundler.outdate()
  const calledAfter = bundler.whenReady('function-1')
  await Promise.resolve()
  expect(bundled()).toHaveLength(1)
  expect(onReady).not.toHaveBeenCalled()
  for (const end of ends) end()
  await Promise.all([called, calledAfter])
  expect(bundled()).toEqual([['function-1'], ['function-1']])
})

test('says nothing of what fails because everything ends', async () => {
  sound = false
  const bundler = bundlerOf()
  const filling = bundler.fill()
  bundler.stop()
  expect(await filling).toBe(false)
  expect(onFailure).not.toHaveBeenCalled()
})

test('does not call the bundles current when the sources change meanwhile', async () => {
  const bundler = bundlerOf()
  const filling = bundler.fill()
  bundler.outdate()
  expect(await filling).toBe(false)
})

test('names the function that cannot be bundled, and makes the others', async () => {
  sound = false
  expect(await bundlerOf().fill()).toBe(false)
  expect(onFailure.mock.calls.map(([name]) => name)).toEqual([broken])
  expect(new Set(bundled().flat())).toEqual(new Set(names))
})
