import { useResult } from '#web/lib/use-result.ts'
import { Door } from '#web/ui/door.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { LibraryGuard } from '../components/library-guard.tsx'
import { LibraryLoading } from '../components/library-loading.tsx'
import { LibraryTabs } from '../components/library-tabs.tsx'
import { loadedLibrary, loadLibrary } from '../files.ts'

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
  const earlier = loadedLibrary()
  if (result.state !== 'ready' && earlier) return <LibraryTabs library={earlier} />
  if (result.state === 'loading') return <LibraryLoading slow={result.slow} />
  if (result.state === 'ready') return <LibraryTabs library={result.data} />
  return (
    <LoadFailed title="The library could not be loaded" onRetry={retry}>
      {result.message}
    </LoadFailed>
  )
}

export default LibraryPage
