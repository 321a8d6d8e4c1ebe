import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Library, LibraryFile, LibraryItem, LibraryVideo } from '../items.ts'
import styles from '../library.module.css'
import { filtered, libraryTabs, type LibraryTab, noFilters } from '../library-view.ts'
import { useHighlight } from '../use-highlight.ts'
import { useLibraryView } from '../use-library-view.ts'
import { FileList } from './file-list.tsx'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryLoading } from './library-loading.tsx'
import { LibrarySearch } from './library-search.tsx'

/** Loaded when the tab is opened, because many visits are for a document only. */
const VideoList = lazy(() => import('./video-list.tsx'))

const tabTexts: Readonly<Record<LibraryTab, { label: string; emptyText: string }>> = {
  guides: { label: 'Guides', emptyText: 'No guides found.' },
  templates: { label: 'Templates', emptyText: 'No templates found.' },
  videos: { label: 'Videos', emptyText: 'No YouTube videos yet.' },
}

interface ListState {
  readonly expanded: boolean
  readonly onExpand: () => void
  readonly highlighted: string | undefined
}

/** Keeps which lists are shown completely. `all` shows the list of the tab completely, and it stays so. */
const useExpanded = (tab: LibraryTab, all: boolean) => {
  const [expanded, setExpanded] = useState<readonly LibraryTab[]>([])
  const expand = useCallback(() => setExpanded((tabs) => (tabs.includes(tab) ? tabs : [...tabs, tab])), [tab])
  useEffect(() => {
    if (all) expand()
  }, [all, expand])
  return { isExpanded: all || expanded.includes(tab), expand }
}

interface LibraryTabsProps {
  /** Undefined while it is loading. */
  readonly library: Library | undefined
  /** Whether this is the library as it is now. An earlier copy may lack items. */
  readonly isCurrent: boolean
  /** Whether loading takes longer than usual. */
  readonly slow: boolean
}

const nothing: Library = { files: [], videos: [], items: [] }

/** The search field, a tab for each kind of file, and a tab for videos. The address has the state of all of them. */
export const LibraryTabs = ({ library, isCurrent, slow }: LibraryTabsProps) => {
  const { files, videos, items } = library ?? nothing
  const { view, visit, change } = useLibraryView()
  const { highlighted, highlight } = useHighlight()
  const chosen = items.find(({ id }) => id === view.item)
  const chosenId = chosen?.id
  useEffect(() => {
    if (chosenId !== undefined) highlight(chosenId)
  }, [chosenId, visit, highlight])
  const tab = chosen?.kind ?? view.tab
  const { isExpanded, expand } = useExpanded(tab, chosen !== undefined)
  const onQuery = useCallback((query: string) => change({ query }), [change])
  const show = (item: LibraryItem) => change({ ...noFilters, tab: item.kind, item: item.id, query: '' })
  const lists = {
    guides: files.filter(({ kind }) => kind === 'guides'),
    templates: files.filter(({ kind }) => kind === 'templates'),
    videos,
  }
  const listState: ListState = { expanded: isExpanded, onExpand: expand, highlighted }
  const contentOf = (kind: LibraryTab) => {
    if (library && lists[kind].length === 0) return <EmptyState title={tabTexts[kind].emptyText} />
    const shown = { files: filtered(filesOf(lists, kind), view), videos: filtered(lists.videos, view) }
    const count = kind === 'videos' ? shown.videos.length : shown.files.length
    return (
      <>
        <LibraryFilters items={lists[kind]} filters={view} count={library && count} onChange={change} />
        {library === undefined ? (
          <LibraryLoading slow={slow} />
        ) : count === 0 ? (
          <NothingPasses onClear={() => change(noFilters)} />
        ) : kind === 'videos' ? (
          <Videos videos={shown.videos} {...listState} />
        ) : (
          <FileList files={shown.files} {...listState} />
        )}
      </>
    )
  }
  return (
    <div className={styles.frame}>
      <LibrarySearch items={library?.items} query={view.query} onQuery={onQuery} onChoose={show} />
      {isCurrent && view.item !== undefined && !chosen ? (
        <p role="status">The file or video that you followed a link to is no longer in the library.</p>
      ) : null}
      <Tabs
        label="Types of resources"
        value={tab}
        onValueChange={(value) =>
          change({ tab: libraryTabs.find((known) => known === value) ?? 'guides', type: '' })
        }
        tabs={libraryTabs.map((kind) => ({
          value: kind,
          label: tabTexts[kind].label,
          content: kind === tab ? contentOf(kind) : null,
        }))}
      />
    </div>
  )
}

const filesOf = (
  lists: Readonly<Record<'guides' | 'templates', readonly LibraryFile[]>>,
  kind: LibraryTab,
): readonly LibraryFile[] => (kind === 'videos' ? [] : lists[kind])

const NothingPasses = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="Nothing matches these filters."
    action={
      <Button variant="secondary" onClick={onClear}>
        Show everything
      </Button>
    }
  />
)

const Videos = (props: { videos: readonly LibraryVideo[] } & ListState) => (
  <ErrorFallback fallback={<VideosFailed />}>
    <Suspense fallback={<LibraryLoading slow={false} />}>
      <VideoList {...props} />
    </Suspense>
  </ErrorFallback>
)

/** The code of the list did not arrive. The address keeps the tab, so a reload comes back to it. */
const VideosFailed = () => (
  <LoadFailed title="The videos could not be loaded" onRetry={() => window.location.reload()}>
    Please check your connection and try again.
  </LoadFailed>
)
