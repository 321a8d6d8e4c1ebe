import * as z from 'zod/mini'
import { maxSearchedNameWords } from '#shared/values/limits.ts'
import { keys, userIdOfSearchEntry } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove, update, type Write } from '#platform/table/write.ts'

const searchEntry = z.object({ sk: z.string() })

/** The texts of an account that admins can search. A profile is one. */
interface SearchableAccount {
  readonly user_id: string
  readonly email: string
  readonly full_name: string
  readonly company_name: string
}

/** Limit for each of the local part and the domain name of an address. Later words are not indexed. */
const maxAddressWords = 8

/** Length at which a term from a name is cut. With the id it stays below the 1,024 bytes of a sort key. */
export const maxNameTermLength = 150

/** Folds a text as earlier releases did: apostrophes and hyphens stay as they were typed. */
const formerFold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/gu, ' ').trim().toLowerCase()

/**
 * Returns a text in the form in which it is compared: in lower case, without accents and repeated spaces, and with one
 * kind of apostrophe and hyphen. 'Siân  O’Hare' is found by "sian o'h".
 */
export const foldForSearch = (text: string): string =>
  formerFold(text.replaceAll(/[’‘ʼ´`]/gu, "'").replaceAll(/[‐‑–]/gu, '-'))

type Fold = typeof foldForSearch

/** Start of a word: a letter or digit that does not follow another. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu

const wordStartsIn = (text: string, maxWords: number): number[] =>
  [...text.matchAll(wordStart)].slice(0, maxWords).map(({ index }) => index)

/**
 * Returns the texts under which an email address is indexed: the address itself, each word of the local part
 * with everything that follows, the domain with and without the @, and each word of the domain name.
 * `nia.hill@park-lettings.co.uk` is found by 'nia', 'hill', 'park', 'lettings' and '@park-lettings.co.uk', but
 * not by 'co' or 'uk', which would match nearly every account.
 */
const addressTermsOf = (email: string): string[] => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const domainName = domain.slice(0, domain.indexOf('.'))
  return [
    ...new Set([
      email,
      ...wordStartsIn(email.slice(0, at), maxAddressWords).map((index) => email.slice(index)),
      domain,
      email.slice(at),
      ...wordStartsIn(domainName, maxAddressWords).map((index) => domain.slice(index)),
    ]),
  ]
}

/** Words that occur in many names. They are the first to be left out of a name with too many words. */
const commonWords = new Set(
  'a an and as at by co company for in limited llp ltd of on or plc t the to trading with'.split(' '),
)

const nameWords = (folded: string) => [...folded.matchAll(/[\p{L}\p{N}]+/gu)]

/** Returns each word of a folded name with everything that follows it, in order. */
const nameTermsOf = (folded: string, maxWords: number): string[] => {
  const words = nameWords(folded)
  const isCommon = ([word]: RegExpExecArray) => commonWords.has(word)
  return [...words.filter((word) => !isCommon(word)), ...words.filter(isCommon)]
    .slice(0, maxWords)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b)
    .map((index) => folded.slice(index, index + maxNameTermLength))
}

/** Returns the terms of a folded name and its company. Each gets half of the words, plus what the other does not use. */
const nameAndCompanyTermsOf = (first: string, second: string): string[] => {
  const room = (other: string) =>
    Math.max(maxSearchedNameWords / 2, maxSearchedNameWords - nameWords(other).length)
  return [...nameTermsOf(first, room(second)), ...nameTermsOf(second, room(first))]
}

/** Returns the texts under which an account is indexed: the words of its address, name and company. */
export const searchTermsOf = (
  { email, full_name, company_name }: Omit<SearchableAccount, 'user_id'>,
  fold: Fold = foldForSearch,
): string[] => [
  ...new Set([...addressTermsOf(fold(email)), ...nameAndCompanyTermsOf(fold(full_name), fold(company_name))]),
]

const keysOf = (account: SearchableAccount) =>
  searchTermsOf(account).map((term) => keys.accountSearch(term, account.user_id))

/** Returns the ids of all accounts: each has one entry that starts with @. */
export const listAccountIds = async (table: Table): Promise<string[]> => {
  const items = await table.list(keys.accountSearch('', '').pk, '@')
  return items.map((item) => userIdOfSearchEntry(searchEntry.parse(item).sk))
}

/** Returns the writes that add an account to the admin user search. Repeating them changes nothing. */
export const accountSearchWrites = (account: SearchableAccount): Write[] =>
  keysOf(account).map((key) => put(key, { entity: 'account_search', email: account.email }))

/** Maximum number of writes for the search in a transaction. DynamoDB allows 100 writes, and the caller adds some. */
const maxSearchWrites = 90

/** Returns the writes that remove entries that only earlier releases wrote. Most accounts have none. */
export const formerSearchRemovals = (account: SearchableAccount): Write[] => {
  const terms = new Set(searchTermsOf(account))
  return searchTermsOf(account, formerFold)
    .filter((term) => !terms.has(term))
    .map((term) => remove(keys.accountSearch(term, account.user_id)))
}

/**
 * Returns the writes that give an account its current entries and remove those of earlier releases. They fail if the
 * texts of the account have changed. The first write stores the same address again, because a mere check would need
 * another permission.
 */
export const accountSearchRenewal = (account: SearchableAccount): Write[] => [
  update(keys.profile(account.user_id), 'SET email = :email', {
    onlyIf: 'email = :email AND full_name = :name AND company_name = :company',
    values: { ':email': account.email, ':name': account.full_name, ':company': account.company_name },
  }),
  ...accountSearchWrites(account),
  ...formerSearchRemovals(account),
]

/** Returns the writes that remove an account from the admin user search: at most 90. */
export const accountSearchRemovals = (account: SearchableAccount): Write[] =>
  [...keysOf(account).map((key) => remove(key)), ...formerSearchRemovals(account)].slice(0, maxSearchWrites)

/** Compares sort keys only, because all entries are in one partition. */
const isSameEntry = (a: Write, b: Write): boolean => a.key.sk === b.key.sk

/**
 * Returns the writes that let admins find an account by its changed texts, and no longer by the former ones. If they
 * are too many for one transaction, first removes the entries of earlier releases in a separate transaction.
 */
export const accountSearchChanges = async (
  table: Table,
  before: SearchableAccount,
  after: SearchableAccount,
): Promise<Write[]> => {
  const kept = accountSearchWrites(after)
  // A transaction writes each item once.
  const removals = accountSearchRemovals(before).filter(
    (removal) => !kept.some((write) => isSameEntry(write, removal)),
  )
  const writes = [...kept, ...removals]
  if (writes.length <= maxSearchWrites) return writes
  // It fails only if the account has changed, and then the change of the account fails too.
  await table.transact(...accountSearchRenewal(before))
  return writes.slice(0, maxSearchWrites)
}
