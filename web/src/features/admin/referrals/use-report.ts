import { useRef, useState } from 'react'
import type { AnalyticsRow } from '../../../../../shared/contract/referrals.ts'
import { CallError, type CallBody } from '../../../lib/call.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { toast } from '../../../ui/toast.ts'
import { getReferralAnalytics } from '../api/get-referral-analytics.ts'

/** What was asked for, and the answer. */
export interface Report extends CallBody<'get-referral-analytics'> {
  readonly rows: readonly AnalyticsRow[]
  readonly totalUsage: number
}

const wordsOf = (failure: unknown): string => {
  const otherwise = 'Failed to load analytics'
  return failure instanceof CallError && failure.wordless ? otherwise : messageOf(failure, otherwise)
}

/** The referral analytics: the last report, and whether another is on its way. The last press counts. */
export const useReport = () => {
  const [report, setReport] = useState<Report>()
  const [busy, setBusy] = useState(false)
  const attempt = useRef(0)
  const generate = async (asked: CallBody<'get-referral-analytics'>) => {
    if (!asked.startDate || !asked.endDate) {
      const description = 'Please select both start and end dates'
      toast({ title: 'Missing Dates', description, variant: 'destructive' })
      return
    }
    attempt.current += 1
    const mine = attempt.current
    setBusy(true)
    try {
      const { data } = await getReferralAnalytics(asked)
      if (mine === attempt.current)
        setReport({ ...asked, rows: data.analytics, totalUsage: data.summary.totalUsage })
    } catch (failure) {
      toast({ title: 'Analytics Error', description: wordsOf(failure), variant: 'destructive' })
    } finally {
      if (mine === attempt.current) setBusy(false)
    }
  }
  return { report, busy, generate }
}
