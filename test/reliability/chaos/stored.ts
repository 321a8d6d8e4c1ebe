import type { ChaosWorld } from './chaos-world.ts'

/** Returns the stored items of a kind, in order of key. */
export const itemsOf = ({ billing }: ChaosWorld, entity: string) => billing.database.ofEntity(entity)
