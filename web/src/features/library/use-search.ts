import { useEffect, useState } from 'react'
import type * as librarySearch from '#shared/rules/library-search.ts'
import { searchMinCharacters } from '#shared/values/limits.ts'
import type { LibraryItem } from './items.ts'

type Search = typeof librarySearch.searchLibrary

/** The code of the search, which is loaded when a member first searches. */
let loading: Promise<typeof librarySearch> | undefined

/** Loads the search and makes the index of the items. A failed load is tried again on the next call. */
export const loadSearch = async (items: readonly LibraryItem[] = []): Promise<Search> => {
  loading ??= import('#shared/rules/library-search.ts')
  loading.catch(() => {
    loading = undefined
  })
  const { prepareSearch, searchLibrary } = await loading
  await prepareSearch(items)
  return searchLibrary
}

interface SearchState {
  /** Results of the query. Undefined for a query that is too short, and until everything has been loaded. */
  readonly found: librarySearch.Found<LibraryItem> | undefined
  readonly state: 'ready' | 'loading' | 'failed'
  readonly retry: () => void
}

/**
 * Searches for a query, once the search and the items have been loaded. Until new items are indexed, it searches the
 * earlier ones. `load` must be the same function on every render.
 */
export const useSearch = (
  items: readonly LibraryItem[] | undefined,
  query: string,
  load: typeof loadSearch,
): SearchState => {
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [index, setIndex] = useState<{ readonly search: Search; readonly items: readonly LibraryItem[] }>()
  const searching = query.trim().length >= searchMinCharacters
  const indexed = index?.items
  useEffect(() => {
    if (!searching || (indexed !== undefined && indexed === items)) return
    let mounted = true
    load(items).then(
      (search) => mounted && items && setIndex({ search, items }),
      () => mounted && setFailed(true), // tried again at the next letter
    )
    return () => {
      mounted = false
    }
  }, [searching, items, indexed, query, load, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  if (!searching) return { found: undefined, state: 'ready', retry }
  if (index && items) return { found: index.search(index.items, query), state: 'ready', retry }
  return { found: undefined, state: failed ? 'failed' : 'loading', retry }
}
