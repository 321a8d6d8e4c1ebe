import { useCallback, useEffect, useState } from 'react'
import { linkLifeSeconds } from '#shared/values/limits.ts'
import { checkSignUp } from './api.ts'

/** `expired`: the emailed link no longer works. */
export type ConfirmationStatus = 'waiting' | 'confirmed' | 'expired'

const firstPauseMs = 5000
const longestPauseMs = 60_000

export interface Confirmation {
  readonly status: ConfirmationStatus
  /** Checks now. Never rejects: a failed request counts as `waiting`. */
  readonly check: () => Promise<ConfirmationStatus>
  /** Waits for a link that has just been emailed. */
  readonly restart: () => void
}

/** Returns whether the address of a sign-up has been confirmed, on any device. Checks only while the tab is visible. */
export const useConfirmation = (id: string | null | undefined): Confirmation => {
  const [status, setStatus] = useState<ConfirmationStatus>('waiting')
  const [round, setRound] = useState(0)
  const check = useCallback(async () => {
    if (!id) return 'waiting'
    // The network may be down for a while, or the rate limit may be exceeded. A later request returns the state.
    const found = await checkSignUp(id).catch(() => 'waiting' as const)
    setStatus(found)
    return found
  }, [id])
  useEffect(() => {
    if (!id) return
    return checkUntilSettled(check, () => setStatus('expired'))
  }, [id, check, round])
  const restart = useCallback(() => {
    setStatus('waiting')
    setRound((last) => last + 1)
  }, [])
  return { status, check, restart }
}

/**
 * Checks at increasing intervals until the sign-up is confirmed or its link has expired.
 * Returns a function that stops it.
 */
const checkUntilSettled = (check: () => Promise<ConfirmationStatus>, onExpired: () => void): (() => void) => {
  const endsAt = Date.now() + linkLifeSeconds.signup * 1000
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs
  let isChecking = false
  let isOver = false
  const schedule = () => {
    clearTimeout(timer)
    if (isOver || isChecking || document.hidden) return
    timer = setTimeout(() => void checkOnce(), pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)
  }
  const checkOnce = async () => {
    if (Date.now() >= endsAt) {
      isOver = true
      onExpired()
      return
    }
    isChecking = true
    isOver = (await check()) !== 'waiting' || isOver
    isChecking = false
    schedule()
  }
  /** A user who returns from the emailed link sees the confirmation immediately. */
  const onVisibilityChange = () => {
    clearTimeout(timer)
    if (document.hidden || isOver || isChecking) return
    pauseMs = firstPauseMs
    void checkOnce()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  schedule()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
