export interface BundlerOptions {
  readonly names: readonly string[]
  /** Whether the bundles that are there were made from the sources as they are. */
  readonly current: boolean
  bundle(names: readonly string[]): Promise<unknown>
  onFailure(name: string, error: unknown): void
}

/** Functions that are bundled together share the reading of their sources; a call of one waits for all of them. */
const batchSize = 16

/**
 * Bundles functions when they are needed: one takes a quarter of a second, all of them several seconds, for which
 * neither a start nor a change should wait.
 */
export class Bundler {
  readonly #options: BundlerOptions
  /** What has been begun since the sources last changed, and whether it came to a bundle. */
  #begun: Map<string, Promise<boolean>>
  /** What was begun before: it may still write bundles of what the sources were. */
  #outdated = new Map<string, Promise<boolean>>()
  #stopped = false

  constructor(options: BundlerOptions) {
    this.#options = options
    this.#begun = new Map(options.current ? options.names.map((name) => [name, Promise.resolve(true)]) : [])
  }

  /** Resolves once the function's bundle is what its sources are. Where they cannot be bundled, the last one goes on. */
  async whenReady(name: string): Promise<void> {
    const work = this.#begun.get(name) ?? this.#begin(name, this.#alone(name))
    await work
    // The sources may have changed meanwhile.
    if (this.#begun.get(name) !== work) await this.whenReady(name)
  }

  /** Bundles these together, which is quicker than each when it is called. */
  async prepare(names: readonly string[]): Promise<void> {
    const batch = this.#missing(names)
    if (batch.length > 0) await this.#together(batch)
  }

  /** The sources have changed: each function is bundled again at its next call. */
  outdate(): void {
    this.#outdated = new Map([...this.#outdated, ...this.#begun])
    this.#begun = new Map()
  }

  /** Bundles what nobody has called yet. Resolves to whether all bundles are now what the sources are. */
  async fill(): Promise<boolean> {
    const atStart = this.#begun
    const isOver = () => this.#stopped || this.#begun !== atStart
    const next = () => (isOver() ? [] : this.#missing(this.#options.names).slice(0, batchSize))
    for (let batch = next(); batch.length > 0; batch = next()) await this.#together(batch)
    const made = await Promise.all(atStart.values())
    return !isOver() && made.every(Boolean)
  }

  /** Nothing more is bundled or reported: what fails now fails because everything ends. */
  stop(): void {
    this.#stopped = true
  }

  #missing(names: readonly string[]): string[] {
    return names.filter((name) => !this.#begun.has(name))
  }

  #begin(name: string, work: Promise<boolean>): Promise<boolean> {
    this.#begun.set(name, work)
    return work
  }

  async #alone(name: string): Promise<boolean> {
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

  async #together(batch: readonly string[]): Promise<void> {
    const earlier = batch.flatMap((name) => this.#outdated.get(name) ?? [])
    const work = Promise.all(earlier).then(() => this.#options.bundle(batch))
    const made = async (name: string) => {
      try {
        await work
        return true
      } catch {
        // One of them is at fault: each by itself, that one tells and the others are made.
        return this.#alone(name)
      }
    }
    await Promise.all(batch.map((name) => this.#begin(name, made(name))))
  }
}
