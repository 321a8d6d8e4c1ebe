import { useCallback, useEffect, useRef, useState } from 'react'
import { numberOf } from '#web/lib/number-text.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { isFocusLost } from '#web/ui/focus/is-focus-lost.ts'
import { searchLibrary } from '../api.ts'
import type { LibraryItem } from '../items.ts'
import styles from '../library.module.css'

interface FullTextSearchProps {
  readonly items: readonly LibraryItem[]
  /** At least two characters. */
  readonly query: string
  readonly onChoose: (item: LibraryItem) => void
}

/** A button that searches the text inside the files, and what it finds. */
export const FullTextSearch = (props: FullTextSearchProps) => {
  const [searched, setSearched] = useState<string>()
  const results = useRef<HTMLDivElement>(null)
  const focus = () => results.current?.focus()
  // The pressed button no longer exists. Without this, keyboard users would start at the top of the page again.
  useEffect(() => {
    if (searched !== undefined && isFocusLost()) focus()
  }, [searched])
  return (
    <div ref={results} tabIndex={-1}>
      {searched === props.query ? (
        <Matches key={searched} {...props} onRetry={focus} />
      ) : (
        <Button variant="secondary" size="small" onClick={() => setSearched(props.query)}>
          Search inside the files
        </Button>
      )}
    </div>
  )
}

const noMatchText = (matches: number): string =>
  matches === 0
    ? 'No file contains these words'
    : 'These words are in files that this page doesn’t show yet. Please reload the page.'

const foundText = ({ typos, partial }: { typos: boolean; partial: boolean }, files: string): string => {
  if (partial) return `No file contains all of these words. Found some of them inside ${files}`
  return typos
    ? `No file contains exactly these words. Found similar words inside ${files}`
    : `Found inside ${files}`
}

const Matches = (props: FullTextSearchProps & { onRetry: () => void }) => {
  const { items, query, onChoose, onRetry } = props
  const load = useCallback(() => searchLibrary(query), [query])
  const { result, retry } = useResult(load)
  if (result.state === 'loading')
    return (
      <p role="status">{result.slow ? 'Still searching inside the files…' : 'Searching inside the files…'}</p>
    )
  if (result.state === 'failed')
    return (
      <p role="alert">
        The files could not be searched. {result.message}{' '}
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            onRetry()
            retry()
          }}
        >
          Try again
        </Button>
      </p>
    )
  const found = result.data.data.flatMap(({ path, passages }) => {
    const item = items.find(({ id }) => id === path)
    return item ? [{ item, passages }] : []
  })
  if (found.length === 0) return <p role="status">{noMatchText(result.data.data.length)}</p>
  const { total } = result.data
  const files = numberOf(total, 'file')
  const count = total > found.length ? `${files}, showing the best ${found.length}` : files
  return (
    <section aria-label="Found inside files">
      <p role="status">{foundText(result.data, count)}</p>
      <ul className={styles.hits}>
        {found.map(({ item, passages }) => (
          <li key={item.id}>
            <button type="button" className={styles.hit} onClick={() => onChoose(item)}>
              <span className={styles.text}>
                <span dir="auto" className={styles.title}>
                  {item.title}
                </span>
                {passages.map(({ place, text }) => (
                  <span key={place + text} className={styles.description}>
                    {place}: {text}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
