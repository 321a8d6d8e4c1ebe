export interface BundlerOptions {
  readonly names: readonly string[]
  /** True if the existing bundles match the current sources. */
  readonly upToDate: boolean
  bundle(names: readonly string[]): Promise<unknown>
  onFailure(name: string, error: unknown): void
}

/** Functions in one batch share the reading of sources, but a call to one of them waits for the whole batch. */
const batchSize = 16

/**
 * Bundles functions when they are needed. One takes a quarter of a second, all of them several seconds, which would
 * delay every start and every change.
 */
export class Bundler {
  readonly #options: BundlerOptions
  /** Bundles started since the last change of the sources, and whether they succeeded. */
  #started: Map<string, Promise<boolean>>
  /** Bundles started before the last change, which may still write outdated files. */
  #outdated = new Map<string, Promise<boolean>>()
  #stopped = false

  constructor(options: BundlerOptions) {
    this.#options = options
    this.#started = new Map(
      options.upToDate ? options.names.map((name) => [name, Promise.resolve(true)]) : [],
    )
  }

  /** Waits until the function's bundle matches its sources. If bundling fails, the previous bundle stays. */
  async whenReady(name: string): Promise<void> {
    const work = this.#started.get(name) ?? this.#start(name, this.#bundleOne(name))
    await work
    // The sources may have changed in the meantime.
    if (this.#started.get(name) !== work) await this.whenReady(name)
  }

  /** Bundles several functions together, which is faster than one by one. */
  async prepare(names: readonly string[]): Promise<void> {
    const batch = this.#missing(names)
    if (batch.length > 0) await this.#bundleBatch(batch)
  }

  /** Marks all bundles as outdated. Each function is bundled again at its next call. */
  invalidate(): void {
    this.#outdated = new Map([...this.#outdated, ...this.#started])
    this.#started = new Map()
  }

  /** Bundles all remaining functions. Resolves to whether all bundles match the sources. */
  async bundleAll(): Promise<boolean> {
    const current = this.#started
    const isCancelled = () => this.#stopped || this.#started !== current
    const next = () => (isCancelled() ? [] : this.#missing(this.#options.names).slice(0, batchSize))
    for (let batch = next(); batch.length > 0; batch = next()) await this.#bundleBatch(batch)
    const results = await Promise.all(current.values())
    return !isCancelled() && results.every(Boolean)
  }

  /** Stops bundling. Later failures are not reported, because the process is shutting down. */
  stop(): void {
    this.#stopped = true
  }

  #missing(names: readonly string[]): string[] {
    return names.filter((name) => !this.#started.has(name))
  }

  #start(name: string, work: Promise<boolean>): Promise<boolean> {
    this.#started.set(name, work)
    return work
  }

  async #bundleOne(name: string): Promise<boolean> {
    await this.#outdated.get(name)
    if (this.#stopped) return false
    try {
      await this.#options.bundle([name])
      return true
    } catch (error) {
      if (!this.#stopped) this.#options.onFailure(name, error)
      return false
    }
  }

  async #bundleBatch(batch: readonly string[]): Promise<void> {
    const outdated = batch.flatMap((name) => this.#outdated.get(name) ?? [])
    const work = Promise.all(outdated).then(() => this.#options.bundle(batch))
    const bundleWithFallback = async (name: string) => {
      try {
        await work
        return true
      } catch {
        // One function breaks the batch. Bundling them one by one reports it and bundles the others.
        return this.#bundleOne(name)
      }
    }
    await Promise.all(batch.map((name) => this.#start(name, bundleWithFallback(name))))
  }
}
