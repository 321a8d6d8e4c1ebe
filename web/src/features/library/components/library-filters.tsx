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
import { type Filters, noFilters } from '../library-view.ts'

interface LibraryFiltersProps {
  /** Every item of the tab. Types that none of them has are not offered. */
  readonly items: readonly LibraryItem[]
  readonly filters: Filters
  readonly onChange: (filters: Partial<Filters>) => void
  /** Number of items that pass the filters. */
  readonly count: number
}

const countryOptions = lawCountries
  .filter((country): country is Exclude<LawCountry, 'both'> => country !== 'both')
  .map((value) => ({ value, label: countryNames[value] }))

const topicOptions = libraryTopics.map((value) => ({ value, label: topicNames[value] }))

/** Choices that narrow the list of a tab: country, type and topic. */
export const LibraryFilters = ({ items, filters, onChange, count }: LibraryFiltersProps) => {
  const types = [...new Set(items.map(({ typeName }) => typeName))].toSorted()
  const typeOptions = types.map((value) => ({ value, label: value }))
  const isFiltered = filters.country !== '' || filters.type !== '' || filters.topic !== ''
  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      <SelectField
        label="Country"
        placeholder="All countries"
        options={countryOptions}
        value={filters.country}
        onChange={(event) =>
          onChange({ country: lawCountries.find((country) => country === event.target.value) ?? '' })
        }
      />
      <SelectField
        label="Type"
        placeholder="All types"
        options={typeOptions}
        value={filters.type}
        onChange={(event) => onChange({ type: event.target.value })}
      />
      <SelectField
        label="Topic"
        placeholder="All topics"
        options={topicOptions}
        value={filters.topic}
        onChange={(event) =>
          onChange({ topic: libraryTopics.find((topic) => topic === event.target.value) ?? '' })
        }
      />
      <p role="status" className={styles.count}>
        {isFiltered ? `${count} of ${items.length} shown` : null}
      </p>
      {isFiltered ? (
        <Button variant="quiet" size="small" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  )
}
