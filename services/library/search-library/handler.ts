import { searchLibrary } from '#shared/contract/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { searchMaxResults } from '#shared/values/limits.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { searchTexts } from '../text/search-text.ts'
import { type FileText, type TextRepository, textRepository } from '../text.repository.ts'

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
    cache.texts = await texts.listAll()
    cache.version = version
  }
  return cache.texts
}

/** Matches of files that were deleted meanwhile are left out, so more are found than are returned. */
const spareMatches = 10

export const handle: Handle<typeof searchLibrary, Dependencies> = async ({ body }, deps) => {
  const matches = searchTexts(await currentTexts(deps), body.query, searchMaxResults + spareMatches)
  const listed = await deps.library.findListed(matches.map(({ name }) => name))
  return {
    data: matches
      .filter(({ name }) => listed.has(name))
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
