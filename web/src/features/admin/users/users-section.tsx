import { useRef, useState, type FormEvent, type Ref } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { UserRow } from './user-row.tsx'
import { useUserSearch, type SearchResult } from './use-user-search.ts'
import styles from './users.module.css'

/** `/admin/users`: searches users by email address. */
const UsersSection = () => {
  const [text, setText] = useState('')
  const { result, state, search } = useUserSearch()
  const results = useRef<HTMLElement>(null)
  const goToPage = async (page: number) => {
    await search(result?.text ?? '', page)
    // Keyboard users start at the top of the new page. The button may be disabled now.
    results.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search(text.trim())
  }
  return (
    <>
      <PageHeading title="Users" lead="Find users by their email address." />
      <form className={styles.search} role="search" onSubmit={submit}>
        <TextField
          type="search"
          label="Email"
          hint="Enter the start of any part of the address, or a domain such as @agency.co.uk"
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
        {state === 'slow' ? 'Still searching. This is taking longer than usual.' : null}
        {state === 'idle' && result ? countText(result) : null}
        {state === 'idle' && result && result.totalPages > 1 ? (
          <span className="visually-hidden">. {pageText(result)}</span>
        ) : null}
      </div>
      {state !== 'idle' && !result ? <Spinner label="Searching" size={32} /> : null}
      {result ? (
        <Results
          ref={results}
          result={result}
          busy={state !== 'idle'}
          onPage={(page) => void goToPage(page)}
        />
      ) : null}
    </>
  )
}

const countText = ({ totalCount }: SearchResult): string => {
  if (totalCount === 0) return ''
  return totalCount === 1 ? '1 user found' : `${totalCount.toLocaleString('en-GB')} users found`
}

const pageText = ({ page, totalPages }: SearchResult): string =>
  `Page ${page.toLocaleString('en-GB')} of ${totalPages.toLocaleString('en-GB')}`

interface ResultsProps {
  readonly result: SearchResult
  readonly busy: boolean
  readonly onPage: (page: number) => void
  readonly ref: Ref<HTMLElement>
}

const Results = ({ result, busy, onPage, ref }: ResultsProps) => {
  const { users, totalCount, totalPages, page, text } = result
  if (totalCount === 0)
    return (
      <EmptyState colour="admin" title={`No users found matching "${text}"`}>
        Try the start of a part of the address. The search doesn't look inside words.
      </EmptyState>
    )
  return (
    <section ref={ref} tabIndex={-1} aria-label="Users found" aria-busy={busy}>
      <ul className={classNames(styles.users, busy && styles.busy)}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </ul>
      {totalPages > 1 ? (
        <nav className={styles.pages} aria-label="Result pages">
          <Button
            variant="secondary"
            size="small"
            disabled={busy || page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Previous
          </Button>
          <span>{pageText(result)}</span>
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
