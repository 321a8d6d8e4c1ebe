import { useEffect, useState } from 'react'
import type { Found, searchLibrary } from '#shared/rules/library-search.ts'
import { searchMinCharacters } from '#shared/values/limits.ts'
import type { LibraryItem } from './items.ts'

type Search = typeof searchLibrary

/** The search with its index, which is loaded when a member first searches. */
let loading: Promise<Search> | undefined

/** Loads the search. A failed load is tried again on the next call. */
export const loadSearch = (): Promise<Search> => {
  loading ??= import('#shared/rules/library-search.ts').then((module) => module.searchLibrary)
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

interface SearchState {
  /** Results of the query. Undefined for a query that is too short, and until everything has been loaded. */
  readonly found: Found<LibraryItem> | undefined
  readonly state: 'ready' | 'loading' | 'failed'
  readonly retry: () => void
}

/** Searches for a query, once the search and the items have been loaded. `load` must be the same function on every render. */
export const useSearch = (
  items: readonly LibraryItem[] | undefined,
  query: string,
  load: () => Promise<Search>,
): SearchState => {
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [search, setSearch] = useState<{ readonly run: Search }>()
  const searching = query.trim().length >= searchMinCharacters
  useEffect(() => {
    if (!searching || search) return
    let mounted = true
    load().then(
      (run) => mounted && setSearch({ run }),
      () => mounted && setFailed(true), // tried again at the next letter
    )
    return () => {
      mounted = false
    }
  }, [searching, search, query, load, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  if (!searching) return { found: undefined, state: 'ready', retry }
  if (search && items) return { found: search.run(items, query), state: 'ready', retry }
  return { found: undefined, state: failed ? 'failed' : 'loading', retry }
}
