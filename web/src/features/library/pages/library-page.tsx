import { useResult } from '#web/lib/use-result.ts'
import { Door } from '#web/ui/door.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { LibraryGuard } from '../components/library-guard.tsx'
import { LibraryLoading } from '../components/library-loading.tsx'
import { LibraryTabs } from '../components/library-tabs.tsx'
import { loadedLibrary, loadLibrary } from '../load-library.ts'

/** `/library`: guides, templates and videos for members and admins. */
const LibraryPage = () => (
  <PageBody>
    <PageMeta title="Member Library" description="Guides, templates and videos for members." />
    <PageHeading
      title="Member Library"
      lead="Guides, checklists and templates to download and use, and videos to watch."
      drawing={<Door colour="library" height={128} />}
    />
    <LibraryGuard>
      <Library />
    </LibraryGuard>
  </PageBody>
)

/** Shows the library that this tab has loaded before while it loads the current one, and if that fails. */
const Library = () => {
  const { result, retry } = useResult(loadLibrary)
  const isCurrent = result.state === 'ready'
  const library = isCurrent ? result.data : loadedLibrary()
  if (library)
    return (
      <>
        {result.state === 'failed' ? (
          <LoadFailed title="The library could not be refreshed and may be out of date." onRetry={retry}>
            {result.message}
          </LoadFailed>
        ) : null}
        <LibraryTabs library={library} isCurrent={isCurrent} />
      </>
    )
  if (result.state !== 'failed') return <LibraryLoading slow={result.state === 'loading' && result.slow} />
  return (
    <LoadFailed title="The library could not be loaded" onRetry={retry}>
      {result.message}
    </LoadFailed>
  )
}

export default LibraryPage
