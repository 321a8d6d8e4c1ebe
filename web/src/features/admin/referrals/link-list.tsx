import { useEffect, useRef, useState } from 'react'
import type { Referral } from '../../../../../shared/contract/referrals.ts'
import { dayText } from '../../../lib/dates.ts'
import * as paths from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { revokeReferral } from '../api/revoke-referral.ts'
import { rotateReferral } from '../api/rotate-referral.ts'
import type { List } from '../use-list.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { CopyLink } from './copy-link.tsx'
import { ListState } from '../components/list-state.tsx'
import styles from './referrals.module.css'

/** How many links are shown at first, and how many more with each press. */
const step = 50
/** From so many links on, they can be searched. */
const worthSearching = 10

const urlOf = (token: string): string =>
  new URL(`${paths.signUp}?${new URLSearchParams({ ref: token })}`, window.location.origin).href

interface LinkListProps {
  readonly list: List<Referral>
  /** The link of this token has another one now, or is gone. */
  readonly onChanged: (token: string) => void
}

/** All referral links, newest first, and what can be done with each. */
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
    // The row went with its token, and the focus with the row.
    if (document.activeElement === document.body) card.current?.focus()
  }, [list.items])
  return (
    <Card ref={card} tabIndex={-1} aria-label="All referral links" title="All referral links">
      <ListState list={list} title="the links" emptyText="No referral links yet." />
      {list.items && list.items.length > 0 ? <Links links={list.items} onChanged={change} /> : null}
    </Card>
  )
}

interface LinksProps {
  readonly links: readonly Referral[]
  readonly onChanged: (token: string) => void
}

const Links = ({ links, onChanged }: LinksProps) => {
  const [wanted, setWanted] = useState('')
  const [limit, setLimit] = useState(step)
  const fitting = links.filter(({ referrer_name }) =>
    referrer_name.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <>
      {links.length >= worthSearching ? (
        <div className={styles.filter}>
          <TextField
            type="search"
            label="Show only referrers named"
            autoComplete="off"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </div>
      ) : null}
      {fitting.length === 0 ? (
        <p className={styles.quiet}>No referrer is named so.</p>
      ) : (
        <DataTable
          caption="Referral links, newest first"
          rows={fitting.slice(0, limit)}
          rowKey={({ token }) => token}
          columns={columnsFor(onChanged)}
        />
      )}
      {fitting.length > limit ? (
        <Button variant="secondary" size="small" onClick={() => setLimit(limit + step)}>
          Show more
        </Button>
      ) : null}
    </>
  )
}

const columnsFor = (onChanged: LinksProps['onChanged']): [Column<Referral>, ...Column<Referral>[]] => [
  { label: 'Referrer', cell: ({ referrer_name }) => referrer_name },
  { label: 'Token', cell: ({ token }) => <code className={styles.token}>{token}</code> },
  { label: 'Used', cell: ({ used_count }) => used_count.toLocaleString('en-GB'), numeric: true },
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
        act={() => rotateReferral(token)}
        onSettled={onChanged}
        done={{ title: 'Link rotated', description: 'Pass the new link on: the old one no longer works.' }}
      >
        {name} gets a new link, and the old one stops working at once. What it brought stays counted.
      </ConfirmChange>
      <ConfirmChange
        verb="Revoke"
        name={name}
        act={() => revokeReferral(token)}
        onSettled={onChanged}
        done={{ title: 'Link revoked' }}
      >
        The link of {name} is deleted for good. Accounts that came by it stay, and the analytics keep what it
        brought.
      </ConfirmChange>
    </div>
  )
}
