import { useMemo } from 'react'
import type { CallResult } from '#web/lib/call.ts'
import { type Loaded, type LoadFailure, useLoaded } from '#web/lib/use-loaded.ts'
import { getUsers } from '../api.ts'
import { useLoadFailureToast } from '../use-load-failure-toast.ts'

interface Search {
  readonly text: string
  readonly page: number
  /** Changes on each navigation, so that the same search can be repeated. */
  readonly key: string
}

/** The users found, and what was searched. */
export type SearchResult = CallResult<'get-users'> & Search

/** Returns a page of the users found, or the last page when there are fewer pages by now. */
const searchUsers = async (search: Search): Promise<SearchResult> => {
  const { text, page } = search
  const result = await getUsers(text, page)
  const last = Math.max(1, result.totalPages)
  return page <= last ? { ...result, ...search } : { ...(await getUsers(text, last)), ...search, page: last }
}

const textOf = ({ message }: LoadFailure): string => `Failed to search for user: ${message}`

/** Searches users, and reports a failed search in a toast. Without a text, there is no result. */
export const useUserSearch = ({ text, page, key }: Search): Loaded<SearchResult> => {
  const load = useMemo(
    () => (text === '' ? undefined : () => searchUsers({ text, page, key })),
    [text, page, key],
  )
  const search = useLoaded(load)
  useLoadFailureToast(search, 'Error', textOf)
  return search
}
