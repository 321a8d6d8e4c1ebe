import { searchLibrary } from '#shared/contract/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { searchMaxResults } from '#shared/values/limits.ts'
import { apiError } from '#platform/api-error.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import type { FileText } from '../text/passage.ts'
import { searchTexts } from '../text/search-text.ts'
import { textPageSize, type TextRepository, textRepository } from '../text.repository.ts'

/** The texts that this instance of the function read last. */
export interface TextCache {
  version?: string
  texts?: readonly FileText[]
  /** Texts that a search has begun to read. The next one continues. */
  unfinished?: { readonly version: string; readonly texts: FileText[] }
}

export interface Dependencies {
  readonly library: LibraryRepository
  readonly texts: TextRepository
  readonly cache: TextCache
  /** Returns the milliseconds since some earlier time. */
  readonly clock: () => number
}

/**
 * Time for reading and preparing texts, of the 28 seconds of the function. The rest is for the start of the function,
 * the last page of texts and the search itself.
 */
const preparationMs = 18_000

/** Returns whether the time for the preparation is up. */
type IsLate = () => boolean

const isLateBy = (clock: Dependencies['clock']): IsLate => {
  const startedAt = clock()
  return () => clock() - startedAt > preparationMs
}

const throttled = ['ProvisionedThroughputExceededException', 'ThrottlingException']
/** Wait before a throttled read is repeated, in milliseconds. The SDK has repeated it within this time already. */
const throttledMs = 250

/**
 * Reads the next page of texts. DynamoDB reads 3,000 units a second of a partition, which is 12 MB. While it reads no
 * more, returns an empty page after a wait.
 */
const nextPage = async (
  { texts }: Dependencies,
  read: readonly FileText[],
  earlier: ReadonlyMap<string, FileText>,
): Promise<{ page: readonly FileText[]; isLast: boolean }> => {
  try {
    const page = await texts.listPage(read.at(-1)?.name, earlier)
    return { page, isLast: page.length < textPageSize }
  } catch (error) {
    if (!(error instanceof Error && throttled.includes(error.name))) throw error
    await new Promise((resolve) => setTimeout(resolve, throttledMs))
    return { page: [], isLast: false }
  }
}

/**
 * Reads the texts again only if one has changed: 1,000 files are about 10 MB. If that takes too long, returns those
 * that were read before the change.
 *
 * @throws ApiError `search_not_ready` if none were. The next search continues
 */
const currentTexts = async (deps: Dependencies, isLate: IsLate): Promise<readonly FileText[]> => {
  const { cache } = deps
  const version = await deps.texts.version()
  if (version === undefined) return []
  if (cache.texts !== undefined && cache.version === version) return cache.texts
  const unfinished = (cache.unfinished ??= { version, texts: [] })
  const earlier = new Map((cache.texts ?? []).map((text) => [text.name, text]))
  for (;;) {
    const { page, isLast } = await nextPage(deps, unfinished.texts, earlier)
    unfinished.texts.push(...page)
    if (isLast) break
    if (isLate()) {
      if (cache.texts === undefined) throw apiError('search_not_ready')
      return cache.texts
    }
  }
  // If a text has changed since the reading began, the next search reads the texts again.
  cache.version = unfinished.version
  cache.texts = unfinished.texts
  delete cache.unfinished
  return cache.texts
}

/** Returns at least the matches to show, without files that were deleted since their texts were read. */
const listedMatches = async (query: string, deps: Dependencies) => {
  const isLate = isLateBy(deps.clock)
  const texts = await currentTexts(deps, isLate)
  const beforePreparing = () => {
    if (isLate()) throw apiError('search_not_ready')
  }
  for (let limit = searchMaxResults * 2; ; limit *= 2) {
    const { matches, total, typos, partial } = searchTexts(texts, query, limit, beforePreparing)
    const names = await deps.library.findListed(matches.map(({ name }) => name))
    const listed = matches.filter(({ name }) => names.has(name))
    if (listed.length >= searchMaxResults || matches.length < limit)
      return {
        matches: listed,
        total: total - (matches.length - listed.length),
        typos: typos && listed.length > 0,
        partial: partial && listed.length > 0,
      }
  }
}

export const handle: Handle<typeof searchLibrary, Dependencies> = async ({ body }, deps) => {
  const { matches, ...found } = await listedMatches(body.query, deps)
  return {
    ...found,
    data: matches
      .slice(0, searchMaxResults)
      .map(({ name, passages }) => ({ path: libraryFolder + name, passages: [...passages] })),
  }
}

const table = new Table()
export const handler = serve(
  searchLibrary,
  handle,
  {
    library: libraryRepository(table),
    texts: textRepository(table),
    cache: {},
    clock: () => performance.now(),
  },
  { table, guard: memberGuard },
)
