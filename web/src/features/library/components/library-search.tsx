import { useEffect, useRef, useState } from 'react'
import type { Found } from '#shared/rules/library-search.ts'
import { searchMaxResults } from '#shared/values/limits.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { LibraryItem } from '../files.ts'
import type { LibraryTab } from '../library-view.ts'
import styles from '../library.module.css'
import { loadSearch, useSearch } from '../use-search.ts'
import { FullTextSearch } from './full-text-search.tsx'

interface LibrarySearchProps {
  items: readonly LibraryItem[]
  /** The query in the address. */
  query: string
  /** Called with the query a moment after the user has typed. */
  onQuery: (query: string) => void
  /** Called with the search hit that the user has chosen. */
  onChoose: (item: LibraryItem) => void
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
  const text = total > searchMaxResults ? `${results}, the best ${searchMaxResults} are shown` : results
  return typos ? `No title or description has exactly these words. ${text}` : text
}

/** Searches files and videos by title, description or name. */
export const LibrarySearch = ({ items, query, onQuery, onChoose }: LibrarySearchProps) => {
  const [typed, setTyped] = useState(query)
  // The query that this field put into the address last. Only another one replaces what the user is typing.
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
  const found = useSearch(items, typed)
  const hits = found?.hits ?? []
  const choose = (item: LibraryItem) => {
    sent.current = ''
    setTyped('')
    onChoose(item)
  }
  return (
    <div role="search" className={styles.search}>
      <TextField
        label="Search the library"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Deposit, s21, HMO, inspection"
        value={typed}
        onFocus={() => void loadSearch().catch(() => undefined /* tried again when the user types */)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
          if (event.key === 'Enter' && hits[0]) choose(hits[0])
        }}
      />
      <p className={found?.typos ? undefined : 'visually-hidden'} role="status">
        {found && found.total > 0 ? countText(found) : null}
      </p>
      {found?.total === 0 ? <p role="status">No results found</p> : null}
      {hits.length > 0 ? (
        <ul className={styles.hits}>
          {hits.map((item) => (
            <li key={item.id}>
              <button type="button" className={styles.hit} onClick={() => choose(item)}>
                <span className={styles.title}>{item.title}</span>
                <span className={styles.description}>{kindNames[item.kind]}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {found ? <FullTextSearch items={items} query={typed.trim()} onChoose={choose} /> : null}
    </div>
  )
}
