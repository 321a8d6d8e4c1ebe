import { useCallback, useRef, useState } from 'react'
import type { CallAnswer } from '../../../lib/call.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { toast } from '../../../ui/toast.ts'
import { getUsers } from '../api/get-users.ts'

export interface Found extends CallAnswer<'get-users'> {
  /** What was searched for. */
  readonly text: string
  readonly page: number
}

/** After this long without an answer the screen says that it is still at work, in milliseconds. */
const slowAfterMs = 6000

/** This page of the people found; the last one, where there are fewer pages than there were a moment ago. */
const pageOrLast = async (text: string, page: number): Promise<Omit<Found, 'text'>> => {
  const answer = await getUsers(text, page)
  const last = Math.max(1, answer.totalPages)
  return page <= last ? { ...answer, page } : { ...(await getUsers(text, last)), page: last }
}

/** The search for people: the last answer, and whether another is on its way. Only the newest search counts. */
export const useUserSearch = () => {
  const [found, setFound] = useState<Found>()
  const [state, setState] = useState<'idle' | 'busy' | 'slow'>('idle')
  const attempt = useRef(0)
  const search = useCallback(async (text: string, page = 1) => {
    attempt.current += 1
    const mine = attempt.current
    const isWanted = () => mine === attempt.current
    if (text === '') {
      setFound(undefined)
      setState('idle')
      return
    }
    setState('busy')
    const timer = setTimeout(() => isWanted() && setState('slow'), slowAfterMs)
    try {
      const answer = await pageOrLast(text, page)
      if (isWanted()) setFound({ ...answer, text })
    } catch (failure) {
      if (isWanted())
        toast({
          title: 'Error',
          description: `Failed to search for user: ${messageOf(failure)}`,
          variant: 'destructive',
        })
    } finally {
      clearTimeout(timer)
      if (isWanted()) setState('idle')
    }
  }, [])
  return { found, state, search }
}
