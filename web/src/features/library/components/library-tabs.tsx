import { lazy, Suspense, useState } from 'react'
import { libraryKinds, type LibraryKind } from '#shared/values/library-path.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import type { LibraryFile } from '../files.ts'
import { useHighlight } from '../use-highlight.ts'
import { FileList } from './file-list.tsx'
import { LibraryLoading } from './library-loading.tsx'
import { LibrarySearch } from './library-search.tsx'

/** Loaded when the tab is opened, because many visits are for a document only. */
const VideoList = lazy(() => import('./video-list.tsx'))

const fileTabs: Readonly<Record<LibraryKind, { label: string; emptyText: string }>> = {
  guides: { label: 'Guides', emptyText: 'No guides found.' },
  templates: { label: 'Templates', emptyText: 'No templates found.' },
}

/** The search field, a tab for each kind of file, and a tab for videos. */
export const LibraryTabs = ({ files }: { files: readonly LibraryFile[] }) => {
  const [tab, setTab] = useState<string>('guides')
  const [expanded, setExpanded] = useState<readonly LibraryKind[]>([])
  const { highlighted, highlight } = useHighlight()
  const expand = (kind: LibraryKind) =>
    setExpanded((kinds) => (kinds.includes(kind) ? kinds : [...kinds, kind]))
  const show = (file: LibraryFile) => {
    setTab(file.kind)
    expand(file.kind)
    highlight(file.path)
  }
  return (
    <>
      <LibrarySearch files={files} onChoose={show} />
      <Tabs
        label="Types of resources"
        value={tab}
        onValueChange={setTab}
        tabs={[
          ...libraryKinds.map((kind) => ({
            value: kind,
            label: fileTabs[kind].label,
            content: (
              <FileList
                files={files.filter((file) => file.kind === kind)}
                emptyText={fileTabs[kind].emptyText}
                expanded={expanded.includes(kind)}
                onExpand={() => expand(kind)}
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
    <VideoList />
  </Suspense>
)
