import { useRef, useState, type FormEvent, type Ref } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { UserRow } from './user-row.tsx'
import { useUserSearch, type Found } from './use-user-search.ts'
import styles from './users.module.css'

/** `/admin/users`: finds people by their address. */
const UsersSection = () => {
  const [text, setText] = useState('')
  const { found, state, search } = useUserSearch()
  const people = useRef<HTMLElement>(null)
  const turnTo = async (page: number) => {
    await search(found?.text ?? '', page)
    // Another page is read from its top, and the button that led there may have no more to lead to.
    people.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search(text.trim())
  }
  return (
    <>
      <PageHeading title="Users" lead="Find people by their email address." />
      <form className={styles.search} role="search" onSubmit={submit}>
        <TextField
          type="search"
          label="Email"
          hint="The beginning of any word of it, or an agency: @agency.co.uk"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" loading={state !== 'idle'}>
          Search
        </Button>
      </form>
      <div role="status" className={styles.count}>
        {state === 'slow' ? 'Still searching. This takes longer than usual.' : null}
        {state === 'idle' && found ? countText(found) : null}
        {state === 'idle' && found && found.totalPages > 1 ? (
          <span className="visually-hidden">. {pageText(found)}</span>
        ) : null}
      </div>
      {state !== 'idle' && !found ? <Spinner label="Searching" size={32} /> : null}
      {found ? (
        <Results ref={people} found={found} busy={state !== 'idle'} onPage={(page) => void turnTo(page)} />
      ) : null}
    </>
  )
}

const countText = ({ totalCount }: Found): string => {
  if (totalCount === 0) return ''
  return totalCount === 1 ? '1 person found' : `${totalCount.toLocaleString('en-GB')} people found`
}

const pageText = ({ page, totalPages }: Found): string =>
  `Page ${page.toLocaleString('en-GB')} of ${totalPages.toLocaleString('en-GB')}`

interface ResultsProps {
  readonly found: Found
  readonly busy: boolean
  readonly onPage: (page: number) => void
  readonly ref: Ref<HTMLElement>
}

const Results = ({ found, busy, onPage, ref }: ResultsProps) => {
  const { users, totalCount, totalPages, page, text } = found
  if (totalCount === 0)
    return (
      <EmptyState colour="admin" title={`No users found matching "${text}"`}>
        An address is found by the beginning of its words, not by the middle of one.
      </EmptyState>
    )
  return (
    <section ref={ref} tabIndex={-1} aria-label="People found" aria-busy={busy}>
      <ul className={classNames(styles.people, busy && styles.busy)}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </ul>
      {totalPages > 1 ? (
        <nav className={styles.pages} aria-label="Pages of the result">
          <Button
            variant="secondary"
            size="small"
            disabled={busy || page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Previous
          </Button>
          <span>{pageText(found)}</span>
          <Button
            variant="secondary"
            size="small"
            disabled={busy || page >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            Next
          </Button>
        </nav>
      ) : null}
    </section>
  )
}

export default UsersSection
