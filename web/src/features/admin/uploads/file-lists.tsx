import { useMemo } from 'react'
import { type LibraryKind, libraryKinds } from '#shared/values/library-path.ts'
import { useStore } from '#web/lib/store.ts'
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

/** The guides and the templates, newest first, with the tools to find and select them. */
export const FileLists = (props: FileListsProps) => {
  const { files, facts, onChanged } = props
  const [chosen, change] = useFileView()
  const { data: items } = files
  const view = useMemo(() => usableView(chosen, items ?? []), [chosen, items])
  const paths = useMemo(() => items?.map(({ path }) => path), [items])
  const { selected, setSelected, select } = useSelection(paths)
  const replaced = useStore({ get: uploadQueue.replacedPaths, subscribe: uploadQueue.subscribe }, '')
  const pinned = useMemo(() => {
    const pinnedPaths = new Set(replaced.split('\n'))
    return items?.filter(({ path }) => pinnedPaths.has(path)) ?? []
  }, [items, replaced])
  const shown = useMemo(() => items && filesIn(items, facts, view), [items, facts, view])
  return (
    <>
      {items && shown && items.length > 0 ? (
        <FileTools
          files={items}
          shown={shown}
          view={view}
          onView={change}
          selected={selected}
          onSelected={setSelected}
          onChanged={() => void onChanged()}
        />
      ) : null}
      {libraryKinds.map((kind) => (
        <ItemList
          key={kind}
          keyOf={pathOf}
          {...lists[kind]}
          list={{ ...files, data: shown?.filter((file) => file.kind === kind) }}
          pinned={pinned.filter((file) => file.kind === kind)}
        >
          {(file, onEditing) => (
            <LibraryFileRow
              key={file.path}
              file={file}
              facts={facts.get(file.path)}
              selected={selected.has(file.path)}
              onSelect={(isSelected) => select(file.path, isSelected)}
              onChanged={onChanged}
              onEditing={onEditing}
            />
          )}
        </ItemList>
      ))}
    </>
  )
}
