import { lazy, Suspense, useState } from 'react'
import type { LibraryKind } from '../../../../../shared/values/library-path.ts'
import { libraryKinds } from '../../../../../shared/values/library-path.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { LibraryFile } from '../files.ts'
import { useLeadTo } from '../use-lead-to.ts'
import { FileList } from './file-list.tsx'
import { LibraryLoading } from './library-loading.tsx'
import { LibrarySearch } from './library-search.tsx'

/** Fetched when the tab is opened: many come for a document only. */
const VideoShelf = lazy(() => import('./video-shelf.tsx'))

const shelves: Readonly<Record<LibraryKind, { label: string; emptyText: string }>> = {
  guides: { label: 'Guides', emptyText: 'No guides found.' },
  templates: { label: 'Templates', emptyText: 'No templates found.' },
}

/** The search, one tab for each kind of file, and one for videos. */
export const LibraryShelves = ({ files }: { files: readonly LibraryFile[] }) => {
  const [kind, setKind] = useState<string>('guides')
  const [expanded, setExpanded] = useState<readonly LibraryKind[]>([])
  const { highlighted, leadTo } = useLeadTo()
  const expand = (shelf: LibraryKind) =>
    setExpanded((open) => (open.includes(shelf) ? open : [...open, shelf]))
  const show = (file: LibraryFile) => {
    setKind(file.kind)
    expand(file.kind)
    leadTo(file.path)
  }
  return (
    <>
      <LibrarySearch files={files} onChoose={show} />
      <Tabs
        label="Kinds of resources"
        value={kind}
        onValueChange={setKind}
        tabs={[
          ...libraryKinds.map((shelf) => ({
            value: shelf,
            label: shelves[shelf].label,
            content: (
              <FileList
                files={files.filter((file) => file.kind === shelf)}
                emptyText={shelves[shelf].emptyText}
                expanded={expanded.includes(shelf)}
                onExpand={() => expand(shelf)}
                highlighted={highlighted}
              />
            ),
          })),
          { value: 'videos', label: 'Videos', content: <Videos /> },
        ]}
      />
    </>
  )
}

const Videos = () => (
  <Suspense fallback={<LibraryLoading slow={false} />}>
    <VideoShelf />
  </Suspense>
)
