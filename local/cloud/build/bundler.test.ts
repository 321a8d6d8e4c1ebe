import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Bundler } from './bundler.ts'

const names = Array.from({ length: 20 }, (_, index) => `function-${index}`)
const broken = 'function-3'
let isBroken: boolean
const bundle = vi.fn<(batch: readonly string[]) => Promise<void>>(async (batch) => {
  if (isBroken && batch.includes(broken)) throw new Error(`${broken} has no handler`)
})
const onFailure = vi.fn<(name: string, error: unknown) => void>()

const createBundler = (upToDate = false) => new Bundler({ names, upToDate, bundle, onFailure })
const batches = () => bundle.mock.calls.map(([batch]) => batch)

beforeEach(() => {
  isBroken = false
  bundle.mockClear()
  onFailure.mockClear()
})

describe('Bundler', () => {
  test('bundles a function once for all its callers', async () => {
    const bundler = createBundler()
    await Promise.all([bundler.whenReady('function-1'), bundler.whenReady('function-1')])
    await bundler.whenReady('function-1')
    expect(batches()).toEqual([['function-1']])
  })

  test('bundles nothing while all bundles are up to date', async () => {
    const bundler = createBundler(true)
    await bundler.whenReady('function-1')
    expect(await bundler.bundleAll()).toBe(true)
    expect(batches()).toEqual([])
    bundler.invalidate()
    await bundler.whenReady('function-1')
    expect(batches()).toEqual([['function-1']])
  })

  test('bundles the remaining functions', async () => {
    const bundler = createBundler()
    await bundler.whenReady('function-1')
    expect(await bundler.bundleAll()).toBe(true)
    expect(batches().flat().toSorted()).toEqual(names.toSorted())
  })

  test('lets a call wait for the running batch that contains its function', async () => {
    const bundler = createBundler()
    await Promise.all([bundler.bundleAll(), bundler.whenReady('function-0')])
    expect(batches().filter((batch) => batch.includes('function-0'))).toHaveLength(1)
  })

  test('bundles prepared functions together', async () => {
    const bundler = createBundler()
    const prepared = ['function-1', 'function-2']
    await Promise.all([bundler.prepare(prepared), bundler.whenReady('function-2')])
    await bundler.prepare(prepared)
    expect(batches()).toEqual([prepared])
  })

  test('does not let an outdated bundle overwrite a newer one', async () => {
    const ends: (() => void)[] = []
    bundle.mockImplementationOnce(() => new Promise((resolve) => ends.push(resolve)))
    const bundler = createBundler()
    const onReady = vi.fn<() => void>()
    const called = bundler.whenReady('function-1').then(onReady)
    bundler.invalidate()
    const calledAfter = bundler.whenReady('function-1')
    await Promise.resolve()
    expect(batches()).toHaveLength(1)
    expect(onReady).not.toHaveBeenCalled()
    for (const end of ends) end()
    await Promise.all([called, calledAfter])
    expect(batches()).toEqual([['function-1'], ['function-1']])
  })

  test('does not report failures after it is stopped', async () => {
    isBroken = true
    const bundler = createBundler()
    const filling = bundler.bundleAll()
    bundler.stop()
    expect(await filling).toBe(false)
    expect(onFailure).not.toHaveBeenCalled()
  })

  test('does not report the bundles as complete if the sources change in the meantime', async () => {
    const bundler = createBundler()
    const filling = bundler.bundleAll()
    bundler.invalidate()
    expect(await filling).toBe(false)
  })

  test('reports the function that cannot be bundled and bundles the others', async () => {
    isBroken = true
    expect(await createBundler().bundleAll()).toBe(false)
    expect(onFailure.mock.calls.map(([name]) => name)).toEqual([broken])
    expect(new Set(batches().flat())).toEqual(new Set(names))
  })
})
