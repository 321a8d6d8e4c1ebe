export interface Bundler {
  /** Resolves once the function's bundle is what its sources are. Where they cannot be bundled, the last one goes on. */
  whenReady(name: string): Promise<unknown>
  /** Bundles these together, which is quicker than each when it is called. */
  prepare(names: readonly string[]): Promise<void>
  /** The sources have changed: each function is bundled again at its next call. */
  outdate(): void
  /** Bundles what nobody has called yet. Resolves to whether all bundles are now what the sources are. */
  fill(): Promise<boolean>
  /** Nothing more is bundled or reported: what fails now fails because everything ends. */
  stop(): void
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
  /** What has been begun since the sources last changed, and whether it came to a bundle. */
  let begun = new Map<string, Promise<boolean>>(
    options.current ? names.map((name) => [name, Promise.resolve(true)]) : [],
  )

  let stopped = false

  const alone = async (name: string): Promise<boolean> => {
    if (stopped) return false
    try {
      await options.bundle([name])
      return true
    } catch (error) {
      if (!stopped) options.onFailure(name, error)
      return false
    }
  }

  const begin = (name: string, work: Promise<boolean>): Promise<boolean> => {
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

  const missing = (wanted: readonly string[]) => wanted.filter((name) => !begun.has(name))

  return {
    whenReady: (name) => begun.get(name) ?? begin(name, alone(name)),
    prepare: async (wanted) => {
      const batch = missing(wanted)
      if (batch.length > 0) await together(batch)
    },
    outdate: () => {
      begun = new Map()
    },
    fill: async () => {
      const atStart = begun
      const next = () => (stopped || begun !== atStart ? [] : missing(names).slice(0, batchSize))
      for (let batch = next(); batch.length > 0; batch = next()) await together(batch)
      const made = await Promise.all(atStart.values())
      return !stopped && begun === atStart && made.every(Boolean)
    },
    stop: () => {
      stopped = true
    },
  }
}
