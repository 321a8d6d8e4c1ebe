import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { maxSearchedNameWords } from '#shared/values/limits.ts'
import { numberOf, numberText } from '#web/lib/number-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { UserRow } from './user-row.tsx'
import { useUserSearch, type SearchResult } from './use-user-search.ts'
import { addressOf, type UsersView } from './users-address.ts'
import styles from './users.module.css'

interface UserSearchProps {
  readonly view: UsersView
  /** The user whose page was open before. Their row gets the focus when the list is shown again. */
  readonly lastOpened: string | undefined
}

/** The search form and its result. The address holds what is searched, so a reload repeats it. */
export const UserSearch = ({ view, lastOpened }: UserSearchProps) => {
  const [text, setText] = useState(view.text)
  const { key } = useLocation()
  const {
    data: result,
    failure,
    loading,
    slow,
    retry,
  } = useUserSearch({ text: view.text, page: view.page, key })
  const results = useRef<HTMLElement>(null)
  const movesFocus = useRef(false)
  const navigate = useNavigate()
  // Only the first result gives the user's row the focus. A later one may contain the row too, while the admin is
  // typing.
  const [firstKey] = useState(key)
  useEffect(() => setText(view.text), [view.text])
  useEffect(() => {
    if (loading || !movesFocus.current) return
    movesFocus.current = false
    // Keyboard users start at the top of the new page. The button may be disabled now.
    results.current?.focus()
  }, [loading])
  const goToPage = (page: number) => {
    movesFocus.current = true
    void navigate(addressOf({ text: view.text, page }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = { text: text.trim(), page: 1 }
    void navigate(addressOf(next), { replace: next.text === view.text })
  }
  return (
    <>
      <PageHeading title="Users" lead="Find users by name, company or email address." />
      <SearchForm
        text={text}
        onText={setText}
        // While another text is searched, the button stays enabled: browsers ignore Enter in a form whose button is
        // disabled.
        busy={loading && text.trim() === view.text}
        onSubmit={submit}
      />
      <Count result={result} loading={loading} slow={slow} />
      <SearchFailed reason={failure?.message} earlier={result?.text} onRetry={retry} />
      {loading && !result ? <Spinner label="Searching" size={32} /> : null}
      {result ? (
        <Results
          ref={results}
          result={result}
          busy={loading}
          onPage={goToPage}
          lastOpened={key === firstKey ? lastOpened : undefined}
        />
      ) : null}
    </>
  )
}

interface SearchFormProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly busy: boolean
  readonly onSubmit: (event: FormEvent) => void
}

const SearchForm = ({ text, onText, busy, onSubmit }: SearchFormProps) => (
  <form className={styles.search} role="search" onSubmit={onSubmit}>
    <TextField
      type="search"
      label="Email, name or company"
      hint="Enter the start of any word, or a domain such as @agency.co.uk"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
    <Button type="submit" loading={busy}>
      Search
    </Button>
  </form>
)

interface SearchFailedProps {
  /** Undefined if the search has not failed. */
  readonly reason: string | undefined
  /** The searched text of the result that is still shown. */
  readonly earlier: string | undefined
  readonly onRetry: () => Promise<void>
}

const SearchFailed = ({ reason, earlier, onRetry }: SearchFailedProps) =>
  reason === undefined ? null : (
    <LoadFailed title="The search failed" onRetry={onRetry}>
      <p>{reason}</p>
      {earlier === undefined ? null : <p>The list below is the earlier result for ‘{earlier}’.</p>}
    </LoadFailed>
  )

interface CountProps extends Pick<ReturnType<typeof useUserSearch>, 'loading' | 'slow'> {
  readonly result: SearchResult | undefined
}

/** Announces how many users were found. */
const Count = ({ result, loading, slow }: CountProps) => (
  <div role="status" className={styles.count}>
    {slow ? 'Still searching. This is taking longer than usual.' : null}
    {!loading && result ? (
      // A new element for each text, as in LiveText.
      <span key={`${countText(result)} ${pageText(result)}`}>
        {countText(result)}
        {result.totalPages > 1 ? <span className="visually-hidden">. {pageText(result)}</span> : null}
      </span>
    ) : null}
  </div>
)

const countText = ({ totalCount }: SearchResult): string => {
  if (totalCount === 0) return ''
  return `${numberOf(totalCount, 'user')} found`
}

const pageText = ({ page, totalPages }: SearchResult): string =>
  `Page ${numberText(page)} of ${numberText(totalPages)}`

interface ResultsProps {
  readonly result: SearchResult
  readonly busy: boolean
  readonly onPage: (page: number) => void
  readonly lastOpened: string | undefined
  readonly ref: Ref<HTMLElement>
}

const Results = ({ result, busy, onPage, lastOpened, ref }: ResultsProps) => {
  const { users, totalCount, totalPages, page, text } = result
  if (totalCount === 0)
    return (
      <EmptyState colour="admin" title={`No users found matching "${text}"`}>
        Try the first letters of a word in the name, the company or the address. The search only compares the
        start of each word. If a name and company have more than {maxSearchedNameWords} words in total, it
        leaves some of them out.
      </EmptyState>
    )
  return (
    <section ref={ref} tabIndex={-1} aria-label="Users found" aria-busy={busy}>
      <ul className={classNames(styles.users, busy && styles.busy)}>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            to={addressOf({ text, page, person: user.id })}
            focused={user.id === lastOpened}
          />
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
          <span>
            <LiveText>{pageText(result)}</LiveText>
          </span>
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
