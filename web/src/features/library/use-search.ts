import { useEffect, useState } from 'react'
import type { Found, searchLibrary } from '#shared/rules/library-search.ts'
import { searchMinCharacters } from '#shared/values/limits.ts'
import type { LibraryItem } from './files.ts'

type Search = typeof searchLibrary

/** The search with its index, which is loaded when a member first searches. */
let loading: Promise<Search> | undefined

/** Loads the search. A failed load is tried again at the next call. */
export const loadSearch = (): Promise<Search> => {
  loading ??= import('#shared/rules/library-search.ts').then((module) => module.searchLibrary)
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** Returns the results of a query. Undefined for a query that is too short, and until the search has been loaded. */
export const useSearch = (items: readonly LibraryItem[], query: string): Found<LibraryItem> | undefined => {
  const [search, setSearch] = useState<{ readonly run: Search }>()
  const searching = query.trim().length >= searchMinCharacters
  useEffect(() => {
    if (!searching || search) return
    let mounted = true
    loadSearch().then(
      (run) => mounted && setSearch({ run }),
      () => undefined, // tried again at the next letter
    )
    return () => {
      mounted = false
    }
  }, [searching, search, query])
  return searching ? search?.run(items, query) : undefined
}
