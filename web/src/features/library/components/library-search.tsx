import { useState } from 'react'
import { searchLibrary } from '#shared/rules/library-search.ts'
import { searchMinCharacters } from '#shared/values/limits.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'

interface LibrarySearchProps {
  files: readonly LibraryFile[]
  /** Called with the search hit that the user has chosen. */
  onChoose: (file: LibraryFile) => void
}

const kindNames = { guides: 'Guide', templates: 'Template' } as const

/** Searches files by title, description or name. */
export const LibrarySearch = ({ files, onChoose }: LibrarySearchProps) => {
  const [query, setQuery] = useState('')
  const searching = query.trim().length >= searchMinCharacters
  const hits = searching ? searchLibrary(files, query) : []
  const choose = (file: LibraryFile) => {
    setQuery('')
    onChoose(file)
  }
  return (
    <div role="search" className={styles.search}>
      <TextField
        label="Search the library"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Deposit, s21, HMO, inspection"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setQuery('')
          if (event.key === 'Enter' && hits[0]) choose(hits[0])
        }}
      />
      <p className="visually-hidden" role="status">
        {searching && hits.length > 0 ? `${hits.length} ${hits.length === 1 ? 'result' : 'results'}` : null}
      </p>
      {searching && hits.length === 0 ? <p role="status">No results found</p> : null}
      {hits.length > 0 ? (
        <ul className={styles.hits}>
          {hits.map((file) => (
            <li key={file.path}>
              <button type="button" className={styles.hit} onClick={() => choose(file)}>
                <span className={styles.title}>{file.title}</span>
                <span className={styles.description}>{kindNames[file.kind]}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
