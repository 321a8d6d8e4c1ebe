import { useAnswer } from '../../../lib/use-answer.ts'
import { Door } from '../../../ui/door.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LibraryGate } from '../components/library-gate.tsx'
import { LibraryLoading } from '../components/library-loading.tsx'
import { LibraryShelves } from '../components/library-shelves.tsx'
import { loadLibrary } from '../files.ts'

/** `/library`: guides, templates and videos for members and admins. */
const LibraryPage = () => (
  <PageBody>
    <PageMeta title="Member Library" description="Guides, templates and videos for members." />
    <PageHeading
      title="Member Library"
      lead="Guides, checklists and templates to download and use, and videos to watch."
      drawing={<Door colour="library" state="open" height={128} />}
    />
    <LibraryGate>
      <Library />
    </LibraryGate>
  </PageBody>
)

const Library = () => {
  const { answer, retry } = useAnswer(loadLibrary)
  if (answer.state === 'loading') return <LibraryLoading slow={answer.slow} />
  if (answer.state === 'ready') return <LibraryShelves files={answer.data} />
  return (
    <LoadFailed title="The library could not be loaded" onRetry={retry}>
      {answer.message}
    </LoadFailed>
  )
}

export default LibraryPage
