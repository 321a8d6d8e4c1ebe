import type { Clock } from './clock.ts'
import type { GivenPerson } from './control/given.ts'
import type { PersonKind } from './control/shapes.ts'

/** What the seed may use to fill a fresh cloud. */
export interface SeedContext {
  /** Puts an object into the library bucket. */
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Puts an item into the table; streams see it as any other. */
  putItem(item: Readonly<Record<string, unknown>>): Promise<void>
  /** Makes somebody by walking the real way, with this address. Their password is everybody's. */
  given(as: Exclude<PersonKind, 'guest'>, email: string): Promise<GivenPerson>
  readonly clock: Clock
}
