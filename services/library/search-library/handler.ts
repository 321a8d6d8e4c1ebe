import { searchLibrary } from '#shared/contract/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { searchMaxResults } from '#shared/values/limits.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import type { FileText } from '../text/passage.ts'
import { searchTexts } from '../text/search-text.ts'
import { type TextRepository, textRepository } from '../text.repository.ts'

/** The texts that this instance of the function read last. */
export interface TextCache {
  version?: string
  texts?: readonly FileText[]
}

export interface Dependencies {
  readonly library: LibraryRepository
  readonly texts: TextRepository
  readonly cache: TextCache
}

/** Reads the texts again only if one has changed: 1,000 files are about 10 MB. */
const currentTexts = async ({ texts, cache }: Dependencies): Promise<readonly FileText[]> => {
  const version = await texts.version()
  if (version === undefined) return []
  if (cache.texts === undefined || cache.version !== version) {
    cache.texts = await texts.listAll(cache.texts)
    cache.version = version
  }
  return cache.texts
}

/** Returns at least the matches to show, without files that were deleted since their texts were read. */
const listedMatches = async (query: string, deps: Dependencies) => {
  const texts = await currentTexts(deps)
  for (let limit = searchMaxResults * 2; ; limit *= 2) {
    const { matches, total, typos, partial } = searchTexts(texts, query, limit)
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
  { library: libraryRepository(table), texts: textRepository(table), cache: {} },
  { table, guard: memberGuard },
)
