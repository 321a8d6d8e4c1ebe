import { useRef, useState } from 'react'
import type { AnalyticsRow } from '#shared/contract/referrals.ts'
import type { CallBody } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useFailureToast } from '#web/ui/use-failure-toast.ts'
import { getReferralAnalytics } from '../api.ts'

/** The requested range and its results. */
export interface Report extends CallBody<'get-referral-analytics'> {
  readonly rows: readonly AnalyticsRow[]
  readonly totalUsage: number
}

/** Loads reports of the referral analytics. When several are requested, only the last one is shown. */
export const useReport = () => {
  const [report, setReport] = useState<Report>()
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  const failureToast = useFailureToast()
  const generate = async (query: CallBody<'get-referral-analytics'>) => {
    if (!query.startDate || !query.endDate) {
      failureToast.show({ title: 'Missing Dates', description: 'Please select both start and end dates' })
      return
    }
    latest.current += 1
    const request = latest.current
    setBusy(true)
    try {
      const { data } = await getReferralAnalytics(query)
      if (request !== latest.current) return
      setReport({ ...query, rows: data.analytics, totalUsage: data.summary.totalUsage })
      failureToast.close()
    } catch (failure) {
      failureToast.show({
        title: 'Analytics Error',
        description: failureText(failure, 'Failed to load analytics'),
      })
    } finally {
      if (request === latest.current) setBusy(false)
    }
  }
  return { report, busy, generate }
}
