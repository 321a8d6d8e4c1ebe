import { isObject, textOf, type Json, type JsonObject, type StackResource, type Stack } from './template.ts'
import { resourcesOf } from './resources.ts'
import type { Resolver } from './resolve.ts'

/** A resource with all values resolved. */
export interface ResolvedResource {
  readonly resource: StackResource
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
  readonly properties: JsonObject
}

export interface Reader {
  /** Returns all resources of a type. */
  all(type: string): readonly ResolvedResource[]
}

/** Creates a reader of the resources by type. Each resource is resolved once. */
export const createReader = (stacks: readonly Stack[], resolver: Resolver): Reader => {
  const resources = resourcesOf(stacks)
  const done = new Map<string, readonly ResolvedResource[]>()
  return {
    all(type) {
      const known = done.get(type)
      if (known) return known
      const resolved = resources
        .filter(({ definition }) => definition.Type === type)
        .map((resource) => ({
          resource,
          ...resolver.physicalIdsOf(resource),
          properties: resolver.properties(resource),
        }))
      done.set(type, resolved)
      return resolved
    },
  }
}

/** Returns the text at a path of properties, such as `Code.S3Key`, or `undefined` if the path leads to no text. */
export const textAt = (properties: JsonObject, path: string): string | undefined => {
  const value = valueAt(properties, path)
  return value === undefined || value === null ? undefined : textOf(value, path)
}

export const numberAt = (properties: JsonObject, path: string): number | undefined => {
  const text = textAt(properties, path)
  return text === undefined ? undefined : Number(text)
}

/** Returns the value at a path of properties. */
export const valueAt = (properties: JsonObject, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), properties)
