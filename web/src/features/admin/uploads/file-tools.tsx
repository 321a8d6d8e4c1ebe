import type { Dispatch, SetStateAction } from 'react'
import { countryNames } from '#shared/values/library-facts.ts'
import { numberText } from '#web/lib/number-text.ts'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { deleteLibraryFile } from '../api.ts'
import { BulkActions } from './bulk-actions.tsx'
import { countryFilters, type FileView, type Sorting, sortings, typesOf } from './file-view.ts'
import { canChange, type LibraryFile } from './library-files.ts'
import styles from './uploads.module.css'

const sortingTexts: Readonly<Record<Sorting, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  review: 'Next review first',
}

const countryTexts = { ...countryNames, none: 'Not set' }

interface FileToolsProps {
  /** All files of the library. */
  readonly files: readonly LibraryFile[]
  /** The files that match the view. */
  readonly found: readonly LibraryFile[]
  readonly view: FileView
  /** Changes a part of the view. */
  readonly onView: (change: Partial<FileView>) => void
  readonly selected: ReadonlySet<string>
  readonly onSelected: Dispatch<SetStateAction<ReadonlySet<string>>>
  /** Called once after a change of several files. */
  readonly onChanged: () => void
}

/** Searches, sorts and filters the files, and changes the selected ones. */
export const FileTools = (props: FileToolsProps) => {
  const { files, found, view, onView } = props
  const titles = new Map(files.map(({ path, title, fileName }) => [path, title ?? fileName]))
  const sortingAt = (value: string) => sortings.find((sorting) => sorting === value) ?? 'newest'
  return (
    <Card title="Find files">
      <div className={styles.tools} role="search">
        <TextField
          type="search"
          label="Search titles, names and descriptions"
          autoComplete="off"
          value={view.text}
          onChange={({ target }) => onView({ text: target.value })}
        />
        <SelectField
          label="Sort by"
          options={sortings.map((value) => ({ value, label: sortingTexts[value] }))}
          value={view.sorting}
          onChange={({ target }) => onView({ sorting: sortingAt(target.value) })}
        />
        <SelectField
          label="File type"
          placeholder="All types"
          options={typesOf(files).map((value) => ({ value, label: value }))}
          value={view.type}
          onChange={({ target }) => onView({ type: target.value })}
        />
        <SelectField
          label="Filter by country"
          placeholder="All countries"
          options={countryFilters.map((value) => ({ value, label: countryTexts[value] }))}
          value={view.country}
          onChange={({ target }) => onView({ country: target.value })}
        />
      </div>
      <p role="status" className={classNames(styles.quiet, styles.found)}>
        <LiveText>{`${numberText(found.length)} of ${numberText(files.length)} files`}</LiveText>
      </p>
      <BulkActions
        {...props}
        itemKind="file"
        factsKnown
        found={found.map(({ path }) => path).filter(canChange)}
        titleOf={(path) => titles.get(path) ?? path}
        deleteItem={deleteLibraryFile}
        consequence=", with their titles and descriptions."
      />
    </Card>
  )
}
