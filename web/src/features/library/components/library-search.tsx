import { useEffect, useRef, useState } from 'react'
import type { Found } from '#shared/rules/library-search.ts'
import { searchMaxResults } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { LibraryItem } from '../items.ts'
import type { LibraryTab } from '../library-view.ts'
import styles from '../library.module.css'
import { loadSearch, useSearch } from '../use-search.ts'
import { FullTextSearch } from './full-text-search.tsx'

interface LibrarySearchProps {
  /** Undefined while they are loading. */
  items: readonly LibraryItem[] | undefined
  /** The query in the address. */
  query: string
  /** Called with the query a moment after the user has typed. */
  onQuery: (query: string) => void
  /** Called with the search hit that the user has chosen. */
  onChoose: (item: LibraryItem) => void
  /** Loads the search. */
  load?: typeof loadSearch
}

const kindNames: Readonly<Record<LibraryTab, string>> = {
  guides: 'Guide',
  templates: 'Template',
  videos: 'Video',
}

/** Browsers limit how often a page may change its address, so it changes only after a pause. */
const addressDelayMs = 400

const countText = ({ total, typos }: Found<LibraryItem>): string => {
  const results = `${total} ${total === 1 ? 'result' : 'results'}${typos ? ' with similar words' : ''}`
  const text = total > searchMaxResults ? `${results}, showing the best ${searchMaxResults}` : results
  return typos ? `No title or description has exactly these words. ${text}` : text
}

const statusText = (found: Found<LibraryItem> | undefined, isLoading: boolean): string | null => {
  if (isLoading) return 'Loading the search…'
  if (found === undefined) return null
  return found.total === 0 ? 'No results found' : countText(found)
}

/** Keeps what is typed in the field, and in the address after a pause. */
const useTyped = ({ query, onQuery }: Pick<LibrarySearchProps, 'query' | 'onQuery'>) => {
  const [typed, setTyped] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  // Text that the user typed before the app was ready.
  useEffect(() => {
    if (field.current?.value) setTyped(field.current.value)
  }, [])
  // The query that this field put into the address last. Only a different query in the address replaces what the user
  // is typing.
  const sent = useRef(query)
  useEffect(() => {
    if (query === sent.current) return
    sent.current = query
    setTyped(query)
  }, [query])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      onQuery(typed)
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [typed, onQuery])
  /** Empties the field. The address keeps what was typed, so that Back shows it again. */
  const clear = () => {
    if (typed !== sent.current) onQuery(typed)
    sent.current = ''
    setTyped('')
  }
  return { field, typed, setTyped, clear }
}

/** Searches files and videos by title, description or name. */
export const LibrarySearch = (props: LibrarySearchProps) => {
  const { items, query, onQuery, onChoose, load = loadSearch } = props
  const { field, typed, setTyped, clear } = useTyped({ query, onQuery })
  const { found, state, retry } = useSearch(items, typed, load)
  const hits = found?.hits ?? []
  const status = statusText(found, state === 'loading')
  const choose = (item: LibraryItem) => {
    clear()
    onChoose(item)
  }
  const tryAgain = () => {
    // The button disappears.
    field.current?.focus()
    retry()
  }
  // Sighted users see the results themselves. An empty status takes no space.
  const isStatusShown = state === 'loading' || found?.typos || found?.total === 0
  return (
    <div role="search" className={styles.search}>
      <TextField
        ref={field}
        label="Search the library"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Deposit, s21, HMO, inspection"
        value={typed}
        onFocus={() => void load(items).catch(() => undefined /* tried again when the user types */)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
          if (event.key === 'Enter' && hits[0]) choose(hits[0])
        }}
      />
      {/* Always on the page: screen readers may miss a status that appears with its text. */}
      <p className={isStatusShown ? undefined : 'visually-hidden'} role="status">
        {/* A new element for each text: see `live-text.tsx`. */}
        <span key={status}>{status}</span>
      </p>
      {state === 'failed' ? <SearchFailed onRetry={tryAgain} /> : null}
      {hits.length > 0 ? (
        <ul className={styles.hits}>
          {hits.map((item) => (
            <li key={item.id}>
              <button type="button" className={styles.hit} onClick={() => choose(item)}>
                <span dir="auto" className={styles.title}>
                  {item.title}
                </span>
                <span className={styles.description}>{kindNames[item.kind]}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {found && items ? <FullTextSearch items={items} query={typed.trim()} onChoose={choose} /> : null}
    </div>
  )
}

const SearchFailed = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert">
    The search could not be loaded.{' '}
    <Button variant="secondary" size="small" onClick={onRetry}>
      Try again
    </Button>
  </p>
)
