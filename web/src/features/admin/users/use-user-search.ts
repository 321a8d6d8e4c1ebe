import { useCallback, useRef, useState } from 'react'
import type { CallResult } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { slowAfterMs } from '#web/lib/use-result.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { getUsers } from '../api.ts'

export interface SearchResult extends CallResult<'get-users'> {
  /** The searched text. */
  readonly text: string
  readonly page: number
}

/** Returns a page of the users found, or the last page when there are fewer pages by now. */
const pageOrLast = async (text: string, page: number): Promise<Omit<SearchResult, 'text'>> => {
  const result = await getUsers(text, page)
  const last = Math.max(1, result.totalPages)
  return page <= last ? { ...result, page } : { ...(await getUsers(text, last)), page: last }
}

/** Searches users. When several searches run, only the result of the newest one is shown. */
export const useUserSearch = () => {
  const [result, setResult] = useState<SearchResult>()
  const [state, setState] = useState<'idle' | 'busy' | 'slow'>('idle')
  /** The reason why the newest search failed. */
  const [failure, setFailure] = useState<string>()
  const latest = useRef(0)
  const failureToast = useFailureToast()
  const search = useCallback(
    async (text: string, page = 1) => {
      latest.current += 1
      const request = latest.current
      const isLatest = () => request === latest.current
      setFailure(undefined)
      if (text === '') {
        setResult(undefined)
        setState('idle')
        return
      }
      setState('busy')
      const timer = setTimeout(() => isLatest() && setState('slow'), slowAfterMs)
      try {
        const next = await pageOrLast(text, page)
        if (!isLatest()) return
        setResult({ ...next, text })
        failureToast.close()
      } catch (error) {
        if (!isLatest()) return
        const reason = messageOf(error)
        setFailure(reason)
        failureToast.show({ title: 'Error', description: `Failed to search for user: ${reason}` })
      } finally {
        clearTimeout(timer)
        if (isLatest()) setState('idle')
      }
    },
    [failureToast],
  )
  return { result, state, failure, search }
}
