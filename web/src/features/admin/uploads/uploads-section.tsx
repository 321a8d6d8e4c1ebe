import { useEffect, useMemo } from 'react'
import type { MediaLink } from '#shared/contract/library.ts'
import { libraryKinds } from '#shared/values/library-path.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { listMediaLinks } from '../api.ts'
import { useList } from '../use-list.ts'
import { DueItems } from './due-items.tsx'
import { FileLists } from './file-lists.tsx'
import { loadFacts } from './library-facts.ts'
import { loadLibraryFiles } from './library-files.ts'
import { StoppedUploads } from './stopped-uploads.tsx'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'
import styles from './uploads.module.css'
import { VideoForm } from './video-form.tsx'
import { VideoList } from './video-list.tsx'

const loadVideos = async (): Promise<readonly MediaLink[]> => (await listMediaLinks()).data

/** Loads the three lists of the page. The files and their facts are loaded again when an upload has arrived. */
const useLibraryLists = () => {
  const files = useList(loadLibraryFiles, 'Failed to list files')
  const videos = useList(loadVideos, 'Failed to load videos')
  const facts = useList(loadFacts, 'Failed to load review dates')
  const { reload } = files
  const { reload: reloadFacts } = facts
  useEffect(
    () =>
      uploadQueue.onArrival(() => {
        void reload()
        void reloadFacts()
      }),
    [reload, reloadFacts],
  )
  return { files, videos, facts }
}

/** `/admin/uploads`: lists the files and videos of the library, and adds new ones. */
const UploadsSection = () => {
  const { files, videos, facts } = useLibraryLists()
  const factsByItem = useMemo(() => new Map((facts.items ?? []).map((known) => [known.item, known])), [facts])
  const listed = useMemo(() => new Set(files.items?.map(({ path }) => path)), [files.items])
  const reloadFilesAndFacts = async () => {
    await Promise.all([files.reload(), facts.reload()])
  }
  const reloadVideosAndFacts = () => {
    void videos.reload()
    void facts.reload()
  }
  const reloadAll = () => {
    void reloadFilesAndFacts()
    void videos.reload()
  }
  return (
    <>
      <PageHeading
        title="File Uploads"
        lead="All file types supported: PDF, Word, Excel, PowerPoint and pictures (PNG, JPEG, GIF, WebP), up to 200&nbsp;MB each."
      />
      <div className={styles.lists}>
        <StoppedUploads />
        <div className={styles.pair}>
          {libraryKinds.map((kind) => (
            <UploadCard key={kind} kind={kind} listed={listed} onReload={() => void reloadFilesAndFacts()} />
          ))}
        </div>
        {facts.failed ? (
          <LoadFailed
            title="The countries and review dates could not be loaded"
            onRetry={keepFocus(facts.reload)}
          >
            {facts.items === undefined
              ? 'Until they load, you can’t change them or search by them.'
              : 'Those on this page may be out of date.'}
          </LoadFailed>
        ) : null}
        <DueItems items={facts.items ?? []} onSaved={facts.reload} onDeleted={reloadAll} />
        <FileLists
          files={files}
          facts={factsByItem}
          factsKnown={facts.items !== undefined}
          onChanged={reloadFilesAndFacts}
          onFactsSaved={facts.reload}
        />
        <VideoForm onAdded={reloadVideosAndFacts} />
        <VideoList
          videos={videos}
          facts={factsByItem}
          factsKnown={facts.items !== undefined}
          onChanged={reloadVideosAndFacts}
          onFactsSaved={facts.reload}
        />
      </div>
    </>
  )
}

export default UploadsSection
