import { isObject, textOf, type Json, type JsonObject, type Place, type Stack } from './template.ts'
import { placesOf } from './places.ts'
import type { Resolver } from './resolve.ts'

/** One resource with everything about it resolved. */
export interface Built {
  readonly place: Place
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
  readonly properties: JsonObject
}

export interface Reader {
  /** All resources of a type. */
  all(type: string): readonly Built[]
}

/** Reads the resources of the stacks by type, resolved once. */
export const createReader = (stacks: readonly Stack[], resolver: Resolver): Reader => {
  const places = placesOf(stacks)
  const done = new Map<string, readonly Built[]>()
  return {
    all(type) {
      const known = done.get(type)
      if (known) return known
      const built = places
        .filter(({ resource }) => resource.Type === type)
        .map((place) => ({ place, ...resolver.identify(place), properties: resolver.properties(place) }))
      done.set(type, built)
      return built
    },
  }
}

/** Text at a path of properties, such as `Code.S3Key`; `undefined` where there is none. */
export const textAt = (properties: JsonObject, path: string): string | undefined => {
  const value = valueAt(properties, path)
  return value === undefined || value === null ? undefined : textOf(value, path)
}

export const numberAt = (properties: JsonObject, path: string): number | undefined => {
  const text = textAt(properties, path)
  return text === undefined ? undefined : Number(text)
}

/** A value at a path of properties. */
export const valueAt = (properties: JsonObject, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), properties)
