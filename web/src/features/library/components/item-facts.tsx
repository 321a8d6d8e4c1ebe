import type { ReactNode } from 'react'
import { countryNames } from '#shared/values/library-facts.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { dayText } from '#web/lib/dates.ts'
import { serverNow } from '#web/lib/server-time.ts'
import type { LibraryItem } from '../items.ts'
import styles from '../library.module.css'

const kilobyte = 1024

/** Formats a number of bytes: `12 KB`, `3.4 MB`. */
const sizeText = (bytes: number): string => {
  const kilobytes = bytes / kilobyte
  return kilobytes < kilobyte
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${(kilobytes / kilobyte).toFixed(1)} MB`
}

const typeText = (item: LibraryItem): string =>
  item.kind === 'videos' ? item.typeName : `${item.typeName}, ${sizeText(item.size)}`

const changeLabel = (at: string | null): string => `What changed${at === null ? '' : ` on ${dayText(at)}`}:`

interface ItemFactsProps {
  readonly item: LibraryItem
  /** The list of earlier changes. */
  readonly children: ReactNode
}

/** Shows what an item states about the law, its type and size, and what changed last. */
export const ItemFacts = ({ item, children }: ItemFactsProps) => {
  const { facts } = item
  const isDue = facts !== null && facts.reviewBy < londonDayOf(serverNow())
  return (
    <div className={styles.facts}>
      {facts ? (
        <p>
          {countryNames[facts.country]}. Law as at {dayText(facts.lawAsAt)}.{' '}
          {isDue ? (
            <strong>Review was due on {dayText(facts.reviewBy)}.</strong>
          ) : (
            `Review by ${dayText(facts.reviewBy)}.`
          )}
        </p>
      ) : null}
      <p>
        {typeText(item)}. Last changed on {dayText(item.changedAt)}.
        {facts?.whatChanged ? (
          <>
            {` ${changeLabel(facts.whatChangedAt)} `}
            <bdi>{facts.whatChanged}</bdi>
          </>
        ) : null}
      </p>
      {children}
    </div>
  )
}
