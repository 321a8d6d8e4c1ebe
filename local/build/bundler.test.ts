import { beforeEach, expect, test, vi } from 'vitest'
import { createBundler, type Bundler } from './bundler.ts'

const names = Array.from({ length: 20 }, (_, index) => `function-${index}`)
const broken = 'function-3'
let sound: boolean
const bundle = vi.fn<(batch: readonly string[]) => Promise<void>>(async (batch) => {
  if (!sound && batch.includes(broken)) throw new Error(`${broken} has no handler`)
})
const onFailure = vi.fn<(name: string, error: unknown) => void>()

const bundler = (current = false): Bundler => createBundler({ names, current, bundle, onFailure })
const bundled = () => bundle.mock.calls.map(([batch]) => batch)

beforeEach(() => {
  sound = true
  bundle.mockClear()
  onFailure.mockClear()
})

test('bundles a function once for all its callers', async () => {
  const { whenReady } = bundler()
  await Promise.all([whenReady('function-1'), whenReady('function-1')])
  await whenReady('function-1')
  expect(bundled()).toEqual([['function-1']])
})

test('bundles nothing where all bundles are there, until the sources change', async () => {
  const { whenReady, outdate, fill } = bundler(true)
  await whenReady('function-1')
  expect(await fill()).toBe(true)
  expect(bundled()).toEqual([])
  outdate()
  await whenReady('function-1')
  expect(bundled()).toEqual([['function-1']])
})

test('fills up with what nobody has called', async () => {
  const { whenReady, fill } = bundler()
  await whenReady('function-1')
  expect(await fill()).toBe(true)
  expect(bundled().flat().toSorted()).toEqual(names.toSorted())
})

test('a call waits for the batch that has its function under way', async () => {
  const { whenReady, fill } = bundler()
  await Promise.all([fill(), whenReady('function-0')])
  expect(bundled().filter((batch) => batch.includes('function-0'))).toHaveLength(1)
})

test('bundles those together that are wanted soon', async () => {
  const { whenReady, prepare } = bundler()
  const soon = ['function-1', 'function-2']
  await Promise.all([prepare(soon), whenReady('function-2')])
  await prepare(soon)
  expect(bundled()).toEqual([soon])
})

test('says nothing of what fails because everything ends', async () => {
  sound = false
  const { fill, stop } = bundler()
  const filling = fill()
  stop()
  expect(await filling).toBe(false)
  expect(onFailure).not.toHaveBeenCalled()
})

test('does not call the bundles current when the sources change meanwhile', async () => {
  const { outdate, fill } = bundler()
  const filling = fill()
  outdate()
  expect(await filling).toBe(false)
})

test('names the function that cannot be bundled, and makes the others', async () => {
  sound = false
  expect(await bundler().fill()).toBe(false)
  expect(onFailure.mock.calls.map(([name]) => name)).toEqual([broken])
  expect(new Set(bundled().flat())).toEqual(new Set(names))
})
