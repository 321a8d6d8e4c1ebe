import type { Clock } from './clock.ts'
import type { SeedPerson } from './seed/people.ts'

/** What the seed may do to a local cloud that has just been made empty. */
export interface SeedContext {
  /** Puts an object into the library bucket. */
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Writes an item into the table, keys included. */
  putItem(item: Readonly<Record<string, unknown>>): Promise<void>
  /** Makes a person in a named state, as `POST /_local/given` does. */
  given(as: SeedPerson['as'], email: string): Promise<unknown>
  readonly clock: Clock
}
