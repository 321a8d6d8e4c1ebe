import { useEffect, useRef } from 'react'
import {
  countryNames,
  type LawCountry,
  lawCountries,
  libraryTopics,
  topicNames,
} from '#shared/values/library-facts.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { LibraryItem } from '../items.ts'
import styles from '../library.module.css'
import { type Filters, viewOf } from '../library-view.ts'

interface LibraryFiltersProps {
  /** Every item of the tab. Types that none of them has are not offered. */
  readonly items: readonly LibraryItem[]
  readonly filters: Filters
  readonly onChange: (filters: Partial<Filters>) => void
  readonly onClear: () => void
  /** Number of items that pass the filters. Undefined while they are loading. */
  readonly count: number | undefined
}

const countryOptions = lawCountries
  .filter((country): country is Exclude<LawCountry, 'both'> => country !== 'both')
  .map((value) => ({ value, label: countryNames[value] }))

const topicOptions = libraryTopics.map((value) => ({ value, label: topicNames[value] }))

/** Returns what is chosen in the fields and is not one of the filters yet. */
const newlyChosenIn = (fields: HTMLElement, filters: Filters): Partial<Filters> => {
  const chosen = [...fields.querySelectorAll('select')].map(({ name, value }) => [name, value])
  const { country, type, topic } = viewOf(new URLSearchParams(chosen))
  const isNew = ([name, value]: [string, string]) => value !== '' && Reflect.get(filters, name) !== value
  return Object.fromEntries(Object.entries({ country, type, topic }).filter(isNew))
}

/** Choices that narrow the list of a tab: country, type and topic. */
export const LibraryFilters = ({ items, filters, onChange, onClear, count }: LibraryFiltersProps) => {
  const types = [...new Set(items.map(({ typeName }) => typeName))].toSorted()
  const typeOptions = types.map((value) => ({ value, label: value }))
  const isFiltered = filters.country !== '' || filters.type !== '' || filters.topic !== ''
  const fields = useRef<HTMLDivElement>(null)
  // What the user chose before the app was ready.
  useEffect(() => {
    const chosen = fields.current ? newlyChosenIn(fields.current, filters) : {}
    if (Object.keys(chosen).length > 0) onChange(chosen)
  }, [filters, onChange])
  return (
    <div ref={fields} role="group" aria-label="Filters" className={styles.filters}>
      <SelectField
        label="Country"
        name="country"
        placeholder="All countries"
        options={countryOptions}
        value={filters.country}
        onChange={(event) =>
          onChange({ country: lawCountries.find((country) => country === event.target.value) ?? '' })
        }
      />
      <SelectField
        label="Type"
        name="type"
        placeholder="All types"
        options={typeOptions}
        value={filters.type}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <SelectField
        label="Topic"
        name="topic"
        placeholder="All topics"
        options={topicOptions}
        value={filters.topic}
        onChange={(event) =>
          onChange({ topic: libraryTopics.find((topic) => topic === event.target.value) ?? '' })
        }
      />
      <p role="status" className={styles.count}>
        {/* A new element for each text: see `live-text.tsx`. */}
        {isFiltered && count !== undefined ? (
          <span key={count}>{`${count} of ${items.length} shown`}</span>
        ) : null}
      </p>
      {isFiltered ? (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
  )
}
