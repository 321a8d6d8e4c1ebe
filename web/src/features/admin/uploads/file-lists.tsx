import { memo, useMemo } from 'react'
import { type LibraryKind, libraryKinds } from '#shared/values/library-path.ts'
import { useStore } from '#web/lib/store.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import type { LoadedList } from '../components/list-state.tsx'
import { FileTools } from './file-tools.tsx'
import { filesIn, usableView } from './file-view.ts'
import { ItemList } from './item-list.tsx'
import type { FactsOfItem } from './library-facts.ts'
import { LibraryFileRow } from './library-file-row.tsx'
import type { LibraryFile } from './library-files.ts'
import { uploadQueue } from './upload-queue.ts'
import { useFileView } from './use-file-view.ts'
import { useSelection } from './use-selection.ts'

const lists: Readonly<Record<LibraryKind, { title: string; emptyText: string }>> = {
  guides: { title: 'Guides', emptyText: 'No guides found.' },
  templates: { title: 'Templates', emptyText: 'No templates found.' },
}

const pathOf = ({ path }: LibraryFile): string => path

interface FileListsProps {
  readonly files: LoadedList<LibraryFile>
  readonly facts: ReadonlyMap<string, FactsOfItem>
  readonly onChanged: () => Promise<void>
}

/**
 * Time without a key after which the lists show what is searched for, in milliseconds. With 5,000 files, the lists of a
 * phone take as long as several keys.
 */
const searchAfterMs = 200

interface ListsProps
  extends Omit<FileListsProps, 'files'>, Pick<LoadedList<LibraryFile>, 'failure' | 'reload'> {
  readonly listed: readonly LibraryFile[] | undefined
  readonly pinned: readonly LibraryFile[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (path: string, isSelected: boolean) => void
}

const ListOfKind = ({
  kind,
  listed,
  pinned,
  facts,
  selected,
  ...props
}: ListsProps & { kind: LibraryKind }) => {
  const { failure, reload, onSelect, onChanged } = props
  const ofKind = useMemo(() => listed?.filter((file) => file.kind === kind), [listed, kind])
  const pinnedOfKind = useMemo(() => pinned.filter((file) => file.kind === kind), [pinned, kind])
  return (
    <ItemList keyOf={pathOf} {...lists[kind]} list={{ failure, reload, data: ofKind }} pinned={pinnedOfKind}>
      {(file, onEditing) => (
        <LibraryFileRow
          key={file.path}
          file={file}
          facts={facts.get(file.path)}
          selected={selected.has(file.path)}
          onSelect={onSelect}
          onChanged={onChanged}
          onEditing={onEditing}
        />
      )}
    </ItemList>
  )
}

/** The lists of each kind. They are not rendered again while an admin is typing a search. */
const Lists = memo((props: ListsProps) =>
  libraryKinds.map((kind) => <ListOfKind key={kind} kind={kind} {...props} />),
)

/** The guides and the templates, newest first, with the tools to find and select them. */
export const FileLists = ({ files, facts, onChanged }: FileListsProps) => {
  const { data: items, failure, reload } = files
  const [chosen, change] = useFileView()
  const { text, sorting, type, country } = chosen
  const view = useMemo(
    () => usableView({ text, sorting, type, country }, items ?? []),
    [text, sorting, type, country, items],
  )
  const listedText = useSettled(text, searchAfterMs)
  const paths = useMemo(() => items?.map(({ path }) => path), [items])
  const { selected, setSelected, select } = useSelection(paths)
  const replaced = useStore({ get: uploadQueue.replacedPaths, subscribe: uploadQueue.subscribe }, '')
  const pinned = useMemo(() => {
    const pinnedPaths = new Set(replaced.split('\n'))
    return items?.filter(({ path }) => pinnedPaths.has(path)) ?? []
  }, [items, replaced])
  // The tools act on what was typed last, even before the lists show it.
  const found = useMemo(() => items && filesIn(items, facts, view), [items, facts, view])
  const listed = useMemo(
    () => items && filesIn(items, facts, usableView({ text: listedText, sorting, type, country }, items)),
    [items, facts, listedText, sorting, type, country],
  )
  return (
    <>
      {items && found && items.length > 0 ? (
        <FileTools
          files={items}
          found={found}
          view={view}
          onView={change}
          selected={selected}
          onSelected={setSelected}
          onChanged={() => void onChanged()}
        />
      ) : null}
      <Lists {...{ listed, failure, reload, pinned, facts, selected, onChanged }} onSelect={select} />
    </>
  )
}
