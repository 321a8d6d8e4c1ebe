export interface Bundler {
  /** Resolves once the function's bundle is what its sources are. Where they cannot be bundled, the last one goes on. */
  whenReady(name: string): Promise<unknown>
  /** The sources have changed: each function is bundled again at its next call. */
  outdate(): void
  /** Bundles what nobody has called yet. Resolves to whether all bundles are now what the sources are. */
  fill(): Promise<boolean>
}

/** Functions that are bundled together share the reading of their sources; a call of one waits for all of them. */
const batchSize = 16

/**
 * Bundles functions when they are needed: one takes a quarter of a second, all of them several seconds, for which
 * neither a start nor a change should wait.
 */
export const createBundler = (options: {
  readonly names: readonly string[]
  /** Whether the bundles that are there were made from the sources as they are. */
  readonly current: boolean
  bundle(names: readonly string[]): Promise<unknown>
  onFailure(name: string, error: unknown): void
}): Bundler => {
  const { names } = options
  type Made = Promise<boolean>
  /** What has been begun since the sources last changed, and whether it came to a bundle. */
  let begun = new Map<string, Made>(options.current ? names.map((name) => [name, Promise.resolve(true)]) : [])

  const alone = (name: string): Made =>
    options.bundle([name]).then(
      () => true,
      (error: unknown) => {
        options.onFailure(name, error)
        return false
      },
    )

  const begin = (name: string, work: Made): Made => {
    begun.set(name, work)
    return work
  }

  const together = async (batch: readonly string[]): Promise<void> => {
    const work = options.bundle(batch)
    // One of them may be at fault: each by itself, that one tells and the others are made.
    const each = batch.map((name) =>
      begin(
        name,
        work.then(
          () => true,
          () => alone(name),
        ),
      ),
    )
    await Promise.all(each)
  }

  return {
    whenReady: (name) => begun.get(name) ?? begin(name, alone(name)),
    outdate: () => {
      begun = new Map()
    },
    fill: async () => {
      const atStart = begun
      const missing = () => names.filter((name) => !begun.has(name)).slice(0, batchSize)
      for (let batch = missing(); batch.length > 0 && begun === atStart; batch = missing())
        await together(batch)
      const made = await Promise.all(atStart.values())
      return begun === atStart && made.every(Boolean)
    },
  }
}
