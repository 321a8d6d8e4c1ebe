import * as z from 'zod/mini'
import { keys, userIdOfSearchEntry } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove, type Write } from '#platform/table/write.ts'

const searchEntry = z.object({ sk: z.string() })

interface SearchableAccount {
  readonly userId: string
  readonly email: string
}

/** Limit for each of the local part and the domain name: either can have 32 words. Later words are not indexed. */
const maxWords = 8

/** Start of a word: a letter or digit that does not follow another. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu

const wordStartsIn = (text: string): number[] =>
  [...text.matchAll(wordStart)].slice(0, maxWords).map(({ index }) => index)

/**
 * Returns the texts under which an email address is indexed: the address itself, each word of the local part
 * with everything that follows, the domain with and without the @, and each word of the domain name.
 * `nia.hill@park-lettings.co.uk` is found by 'nia', 'hill', 'park', 'lettings' and '@park-lettings.co.uk', but
 * not by 'co' or 'uk', which would match nearly every account.
 */
export const searchTermsOf = (email: string): string[] => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const domainName = domain.slice(0, domain.indexOf('.'))
  return [
    ...new Set([
      email,
      ...wordStartsIn(email.slice(0, at)).map((index) => email.slice(index)),
      domain,
      email.slice(at),
      ...wordStartsIn(domainName).map((index) => domain.slice(index)),
    ]),
  ]
}

const keysOf = ({ userId, email }: SearchableAccount) =>
  searchTermsOf(email.toLowerCase()).map((term) => keys.accountSearch(term, userId))

/** Returns the ids of all accounts: each has one entry that starts with @. */
export const listAccountIds = async (table: Table): Promise<string[]> => {
  const items = await table.list(keys.accountSearch('', '').pk, '@')
  return items.map((item) => userIdOfSearchEntry(searchEntry.parse(item).sk))
}

/** Returns the writes that add an account to the admin user search. Repeating them changes nothing. */
export const accountSearchWrites = (account: SearchableAccount): Write[] =>
  keysOf(account).map((key) => put(key, { entity: 'account_search', email: account.email }))

/** Returns the writes that remove an account from the admin user search: at most nineteen. */
export const accountSearchRemovals = (account: SearchableAccount): Write[] =>
  keysOf(account).map((key) => remove(key))
