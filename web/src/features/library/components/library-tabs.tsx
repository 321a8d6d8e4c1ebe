import { Suspense, useCallback, useEffect } from 'react'
import { listPreviewCount } from '#shared/values/limits.ts'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type Library, type LibraryFile, type LibraryItem, type LibraryVideo, rowButton } from '../items.ts'
import styles from '../library.module.css'
import { filtered, libraryTabs, type LibraryTab, noFilters } from '../library-view.ts'
import { useHighlight } from '../use-highlight.ts'
import { useLibraryView } from '../use-library-view.ts'
import { FileList } from './file-list.tsx'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryLoading } from './library-loading.tsx'
import { LibrarySearch } from './library-search.tsx'

/** Loaded when the tab is opened, because many visits are for a document only. */
const VideoList = lazyComponent(() => import('./video-list.tsx'))

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

/** Highlights the chosen item on each visit. Returns the id of the item that is highlighted now. */
const useHighlighted = (chosen: string | undefined, visit: string): string | undefined => {
  const { highlighted, highlight } = useHighlight()
  useEffect(() => {
    if (chosen !== undefined) highlight(chosen)
  }, [chosen, visit, highlight])
  return highlighted
}

interface LibraryTabsProps {
  /** Undefined while it is loading. */
  readonly library: Library | undefined
  /** True if this is the library as it is now. An earlier copy may lack items. */
  readonly isCurrent: boolean
  /** True if loading takes longer than usual. */
  readonly slow: boolean
}

const nothing: Library = { files: [], videos: [], items: [] }

/** The search field, a tab for each kind of file, and a tab for videos. The address has the state of all of them. */
export const LibraryTabs = ({ library, isCurrent, slow }: LibraryTabsProps) => {
  const { view, visit, change } = useLibraryView()
  const chosen = library?.items.find(({ id }) => id === view.item)
  const highlighted = useHighlighted(chosen?.id, visit)
  const tab = chosen?.kind ?? view.tab
  const expanded = chosen !== undefined || view.all.includes(tab)
  const onQuery = useCallback((query: string) => change({ query }), [change])
  const show = (item: LibraryItem) => change({ ...noFilters, tab: item.kind, item: item.id, query: '' })
  const clear = () => {
    change(noFilters)
    focusReplacement(firstFilter)
  }
  const lists = listsOf(library ?? nothing)
  const contentOf = (kind: LibraryTab) => {
    if (library && lists[kind].length === 0) return <EmptyState title={tabTexts[kind].emptyText} />
    const shown = { files: filtered(filesOf(lists, kind), view), videos: filtered(lists.videos, view) }
    const rows = kind === 'videos' ? shown.videos : shown.files
    const onExpand = () => {
      change({ all: [...view.all, tab] })
      focusReplacement(() => rowButton(rows[listPreviewCount]))
    }
    return (
      <>
        <LibraryFilters
          items={lists[kind]}
          filters={view}
          count={library && rows.length}
          onChange={change}
          onClear={clear}
        />
        {library === undefined ? (
          <LibraryLoading slow={slow} />
        ) : rows.length === 0 ? (
          <NothingMatches onClear={clear} />
        ) : (
          <Rows kind={kind} {...shown} expanded={expanded} onExpand={onExpand} highlighted={highlighted} />
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
        onValueChange={(value) => change({ tab: tabOf(value), type: '' })}
        tabs={libraryTabs.map((kind) => ({
          value: kind,
          label: tabTexts[kind].label,
          content: kind === tab ? contentOf(kind) : null,
        }))}
      />
    </div>
  )
}

const listsOf = ({ files, videos }: Library) => ({
  guides: files.filter(({ kind }) => kind === 'guides'),
  templates: files.filter(({ kind }) => kind === 'templates'),
  videos,
})

const filesOf = (lists: ReturnType<typeof listsOf>, kind: LibraryTab): readonly LibraryFile[] =>
  kind === 'videos' ? [] : lists[kind]

const tabOf = (value: string): LibraryTab => libraryTabs.find((known) => known === value) ?? 'guides'

const firstFilter = () => document.querySelector<HTMLElement>('[role=tabpanel] select')

const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="Nothing matches these filters."
    action={
      <Button variant="secondary" onClick={onClear}>
        Show everything
      </Button>
    }
  />
)

interface RowsProps extends ListState {
  readonly kind: LibraryTab
  readonly files: readonly LibraryFile[]
  readonly videos: readonly LibraryVideo[]
}

const Rows = ({ kind, files, videos, ...list }: RowsProps) =>
  kind === 'videos' ? (
    <ErrorFallback fallback={videosFailed}>
      <Suspense fallback={<LibraryLoading slow={false} />}>
        <VideoList videos={videos} {...list} />
      </Suspense>
    </ErrorFallback>
  ) : (
    <FileList files={files} {...list} />
  )

/** The code of the list did not arrive. */
const videosFailed = (retry: () => void) => (
  <LoadFailed title="The videos could not be loaded" onRetry={retry}>
    Please check your connection and try again.
  </LoadFailed>
)
