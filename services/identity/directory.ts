import { keys } from '../platform/table/keys.ts'
import { put, remove, type Write } from '../platform/table/table.ts'

interface Person {
  readonly userId: string
  readonly email: string
}

/** A local part can have 32 words, a domain as many; whoever has more than these is found by the first ones. */
const maxWords = 8

/** Where a word begins: a letter or digit that follows neither. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu

const wordsIn = (name: string): number[] =>
  [...name.matchAll(wordStart)].slice(0, maxWords).map(({ index }) => index)

/**
 * What an address is found by: itself, each word of its name with what follows, its domain with and without
 * the @, and each word that its domain's own name is put together of. `nia.hill@park-lettings.co.uk` is found
 * by 'nia', 'hill', 'park', 'lettings' and '@park-lettings.co.uk', and not by 'co' or 'uk', by which nearly
 * everybody would be.
 */
export const searchableParts = (email: string): string[] => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ownName = domain.slice(0, domain.indexOf('.'))
  return [
    ...new Set([
      email,
      ...wordsIn(email.slice(0, at)).map((index) => email.slice(index)),
      domain,
      email.slice(at),
      ...wordsIn(ownName).map((index) => domain.slice(index)),
    ]),
  ]
}

const keysOf = ({ userId, email }: Person) =>
  searchableParts(email.toLowerCase()).map((part) => keys.person(part, userId))

/** The parts of a transaction that put somebody into the admins' search. Written again, they change nothing. */
export const directoryWrites = (person: Person): Write[] =>
  keysOf(person).map((key) => put(key, { entity: 'person', email: person.email }))

/** The parts of a transaction that take somebody out of the admins' search: at most nineteen. */
export const directoryRemovals = (person: Person): Write[] => keysOf(person).map((key) => remove(key))
