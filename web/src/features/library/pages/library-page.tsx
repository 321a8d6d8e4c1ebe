import { useEffect } from 'react'
import { NeedsScript } from '#web/components/needs-script.tsx'
import { notYet, useResult } from '#web/lib/use-result.ts'
import { Door } from '#web/ui/door.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { LibraryGuard } from '../components/library-guard.tsx'
import { LibraryTabs } from '../components/library-tabs.tsx'
import { libraryOutdated, loadedLibrary, loadLibrary } from '../load-library.ts'

/** `/library`: guides, templates and videos for members and admins. */
const LibraryPage = () => (
  <PageBody>
    <PageMeta title="Member Library" description="Guides, templates and videos for members." />
    <PageHeading
      title="Member Library"
      lead="Guides, checklists and templates to download and use, and videos to watch."
      drawing={<Door colour="library" height={128} />}
    />
    <NeedsScript />
    <LibraryGuard>{(admitted) => <Library admitted={admitted} />}</LibraryGuard>
  </PageBody>
)

/**
 * Shows the frame of the library at first. While the current library is loading, or if that fails, shows the library
 * that this tab has loaded before.
 */
const Library = ({ admitted }: { admitted: boolean }) => {
  const { result, retry, reload } = useResult(admitted ? loadLibrary : notYet)
  useEffect(() => libraryOutdated.add(reload), [reload])
  const isCurrent = admitted && result.state === 'ready'
  const earlier = admitted ? loadedLibrary() : undefined
  const library = isCurrent ? result.data : earlier
  const failure = admitted && result.state === 'failed' ? result.message : undefined
  if (failure !== undefined && !library)
    return (
      <LoadFailed title="The library could not be loaded" onRetry={retry}>
        {failure}
      </LoadFailed>
    )
  return (
    <>
      {failure === undefined ? null : (
        <LoadFailed title="The library could not be refreshed and may be out of date." onRetry={retry}>
          {failure}
        </LoadFailed>
      )}
      <LibraryTabs library={library} isCurrent={isCurrent} slow={result.state === 'loading' && result.slow} />
    </>
  )
}

export default LibraryPage
