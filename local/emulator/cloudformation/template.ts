/** The supported parts of a CloudFormation template. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export interface Resource {
  readonly Type: string
  readonly Properties?: JsonObject
  readonly Condition?: string
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
  readonly Outputs?: Readonly<Record<string, { Value: Json; Export?: { Name: Json } }>>
  readonly Conditions?: Readonly<Record<string, Json>>
  readonly Mappings?: Readonly<Record<string, Record<string, Record<string, Json>>>>
  readonly Parameters?: Readonly<Record<string, { Type: string; Default?: string }>>
}

export interface Stack {
  readonly name: string
  readonly template: Template
}

/** A resource with its stack and logical id. */
export interface StackResource {
  readonly stack: Stack
  readonly logicalId: string
  readonly definition: Resource
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Wraps a single value in a list. Returns an empty list for undefined. */
export const listOf = (value: Json | undefined): Json[] => {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

export const objectOf = (value: Json | undefined, what: string): JsonObject => {
  if (isObject(value)) return value
  throw new Error(`${what} should be an object in the template, but is ${JSON.stringify(value)}`)
}

export const textOf = (value: Json | undefined, what: string): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`${what} should be text in the template, but is ${JSON.stringify(value)}`)
}
