import { useRef, useState } from 'react'
import type { AnalyticsRow } from '#shared/contract/referrals.ts'
import { CallError, type CallBody } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'
import { getReferralAnalytics } from '../api.ts'

/** The requested range and its results. */
export interface Report extends CallBody<'get-referral-analytics'> {
  readonly rows: readonly AnalyticsRow[]
  readonly totalUsage: number
}

const failureText = (failure: unknown): string => {
  const otherwise = 'Failed to load analytics'
  return failure instanceof CallError && failure.hasNoServerMessage
    ? otherwise
    : messageOf(failure, otherwise)
}

/** Loads reports of the referral analytics. When several are requested, only the last one is shown. */
export const useReport = () => {
  const [report, setReport] = useState<Report>()
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  const generate = async (query: CallBody<'get-referral-analytics'>) => {
    if (!query.startDate || !query.endDate) {
      const description = 'Please select both start and end dates'
      toast({ title: 'Missing Dates', description, variant: 'destructive' })
      return
    }
    latest.current += 1
    const request = latest.current
    setBusy(true)
    try {
      const { data } = await getReferralAnalytics(query)
      if (request === latest.current)
        setReport({ ...query, rows: data.analytics, totalUsage: data.summary.totalUsage })
    } catch (failure) {
      toast({ title: 'Analytics Error', description: failureText(failure), variant: 'destructive' })
    } finally {
      if (request === latest.current) setBusy(false)
    }
  }
  return { report, busy, generate }
}
