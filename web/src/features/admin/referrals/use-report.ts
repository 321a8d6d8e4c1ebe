import { useMemo, useState } from 'react'
import type { AnalyticsRow } from '#shared/contract/referrals.ts'
import type { CallBody } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { type LoadFailure, useLoaded } from '#web/lib/use-loaded.ts'
import { getReferralAnalytics } from '../api.ts'
import { useLoadFailureToast } from '../use-load-failure-toast.ts'

type Query = CallBody<'get-referral-analytics'>

/** The requested range and its results. */
export interface Report extends Query {
  readonly rows: readonly AnalyticsRow[]
  readonly totalUsage: number
}

const loadReport = async (query: Query): Promise<Report> => {
  const { data } = await getReferralAnalytics(query)
  return { ...query, rows: data.analytics, totalUsage: data.summary.totalUsage }
}

const textOf = ({ error }: LoadFailure): string => failureText(error, 'Failed to load analytics')

/** Loads reports of the referral analytics, one at a time. */
export const useReport = () => {
  const [query, setQuery] = useState<Query>()
  const load = useMemo(() => query && (() => loadReport(query)), [query])
  const report = useLoaded(load)
  const failureToast = useLoadFailureToast(report, 'Analytics Error', textOf)
  const generate = ({ startDate, endDate, groupBy }: Query) => {
    if (startDate && endDate) return setQuery({ startDate, endDate, groupBy })
    failureToast.show({ title: 'Missing Dates', description: 'Please select both start and end dates' })
  }
  return { report: report.data, busy: report.loading, generate }
}
