import { keys } from '../platform/table/keys.ts'
import { put, remove, type Write } from '../platform/table/table.ts'

interface Person {
  readonly userId: string
  readonly email: string
}

/** A local part can have 32 words; whoever has more than these is found by the first ones. */
const maxWords = 8

/** Where a word begins: a letter or digit that follows neither. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu

/**
 * What an address is found by: itself, each word of its name with what follows, its domain with and without
 * the @. `nia.hill@agency.co.uk` is found by 'nia', 'hill', 'agency' and '@agency.co.uk'.
 */
export const searchableParts = (email: string): string[] => {
  const at = email.lastIndexOf('@')
  const words = [...email.slice(0, at).matchAll(wordStart)].slice(0, maxWords)
  return [
    ...new Set([
      email,
      ...words.map(({ index }) => email.slice(index)),
      email.slice(at + 1),
      email.slice(at),
    ]),
  ]
}

const keysOf = ({ userId, email }: Person) =>
  searchableParts(email.toLowerCase()).map((part) => keys.person(part, userId))

/** The parts of a transaction that put somebody into the admins' search. Written again, they change nothing. */
export const directoryWrites = (person: Person): Write[] =>
  keysOf(person).map((key) => put(key, { entity: 'person', email: person.email }))

/** The parts of a transaction that take somebody out of the admins' search: at most twelve. */
export const directoryRemovals = (person: Person): Write[] => keysOf(person).map((key) => remove(key))
