import { useEffect, useRef, useState } from 'react'
import type { Referral } from '#shared/contract/referrals.ts'
import { fold } from '#shared/rules/fold.ts'
import { dayText } from '#web/lib/dates.ts'
import * as paths from '#shared/values/site-map.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { isFocusLost } from '#web/ui/focus/is-focus-lost.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { revokeReferral, rotateReferral } from '../api.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { CopyLink } from './copy-link.tsx'
import { type LoadedList, ListState } from '../components/list-state.tsx'
import { ShowMore } from '../components/show-more.tsx'
import styles from './referrals.module.css'

/** Number of links shown at first, and added with each click. */
const pageSize = 50
/** The number of links from which a search field is shown. */
const minLinksForSearch = 10

const urlOf = (token: string): string =>
  new URL(`${paths.signUp}?${new URLSearchParams({ ref: token })}`, window.location.origin).href

interface LinkListProps {
  readonly list: LoadedList<Referral>
  /** Called when the link of this token has been rotated or revoked. */
  readonly onChanged: (token: string) => void
}

/** Lists all referral links, newest first, with the buttons to copy, rotate and revoke them. */
export const LinkList = ({ list, onChanged }: LinkListProps) => {
  const card = useRef<HTMLElement>(null)
  const changing = useRef(false)
  const change = (token: string) => {
    changing.current = true
    onChanged(token)
  }
  useEffect(() => {
    if (!changing.current) return
    changing.current = false
    // The row of the old token has been removed, and the focus was in it.
    if (isFocusLost()) card.current?.focus()
  }, [list.data])
  return (
    <Card ref={card} tabIndex={-1} aria-label="All referral links" title="All referral links">
      <ListState list={list} title="the links" emptyText="No referral links yet." />
      {list.data && list.data.length > 0 ? <Links links={list.data} onChanged={change} /> : null}
    </Card>
  )
}

interface LinksProps {
  readonly links: readonly Referral[]
  readonly onChanged: (token: string) => void
}

/** Returns the links whose referrer has every word of the filter, in any order. Accents and signs do not matter. */
const linksMatching = (filter: string, links: readonly Referral[]): readonly Referral[] => {
  const words = fold(filter).split(' ')
  return links.filter(({ referrer_name }) => {
    const name = fold(referrer_name)
    return words.every((word) => name.includes(word))
  })
}

const Links = ({ links, onChanged }: LinksProps) => {
  const [filter, setFilter] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const matching = linksMatching(filter, links)
  return (
    <>
      {links.length >= minLinksForSearch ? (
        <div className={styles.filter}>
          <TextField
            type="search"
            label="Filter by referrer name"
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <p role="status" className={styles.quiet}>
            <LiveText>{`${numberText(matching.length)} of ${numberText(links.length)} links`}</LiveText>
          </p>
        </div>
      ) : null}
      {matching.length === 0 ? (
        <p className={styles.quiet}>No referrers match this name.</p>
      ) : (
        <DataTable
          caption="Referral links, newest first"
          rows={matching.slice(0, limit)}
          rowKey={({ token }) => token}
          columns={columnsFor(onChanged)}
        />
      )}
      {matching.length > limit ? (
        <ShowMore shown={limit} onPress={() => setLimit(limit + pageSize)}>
          Show more
        </ShowMore>
      ) : null}
    </>
  )
}

const columnsFor = (onChanged: LinksProps['onChanged']): [Column<Referral>, ...Column<Referral>[]] => [
  { label: 'Referrer', cell: ({ referrer_name }) => referrer_name },
  { label: 'Token', cell: ({ token }) => <code className={styles.token}>{token}</code> },
  { label: 'Used', cell: ({ used_count }) => numberText(used_count), numeric: true },
  { label: 'Created', cell: ({ created_at }) => <span className={styles.day}>{dayText(created_at)}</span> },
  {
    label: 'Actions',
    bare: true,
    cell: (link) => <LinkActions link={link} onChanged={() => onChanged(link.token)} />,
  },
]

const LinkActions = ({ link, onChanged }: { link: Referral; onChanged: () => void }) => {
  const { token, referrer_name: name } = link
  return (
    <div className={styles.actions}>
      <CopyLink url={urlOf(token)} name={name} />
      <ConfirmChange
        verb="Rotate"
        name={name}
        changeLink={() => rotateReferral(token)}
        onChanged={onChanged}
        done={{ title: 'Link rotated', description: 'Share the new link. The old one no longer works.' }}
      >
        This creates a new link for {name}, and the old one stops working immediately. Sign-ups through the
        old link still count.
      </ConfirmChange>
      <ConfirmChange
        verb="Revoke"
        name={name}
        changeLink={() => revokeReferral(token)}
        onChanged={onChanged}
        done={{ title: 'Link revoked' }}
      >
        This permanently deletes the link for {name}. Accounts that signed up with it stay, and so do their
        sign-ups in the analytics.
      </ConfirmChange>
    </div>
  )
}
