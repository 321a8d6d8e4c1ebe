import { useEffect, useMemo } from 'react'
import type { MediaLink } from '#shared/contract/library.ts'
import { maxUploadMegabytes } from '#shared/values/limits.ts'
import { libraryKinds } from '#shared/values/library-path.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { listMediaLinks } from '../api.ts'
import { useLoadFailureToast } from '../use-load-failure-toast.ts'
import { DueItems } from './due-items.tsx'
import { FileLists } from './file-lists.tsx'
import { loadLibraryItems } from './library-facts.ts'
import { StoppedUploads } from './stopped-uploads.tsx'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'
import styles from './uploads.module.css'
import { VideoForm } from './video-form.tsx'
import { VideoList } from './video-list.tsx'

const loadVideos = async (): Promise<readonly MediaLink[]> => (await listMediaLinks()).data

/** Loads the lists of the page. The files and the facts are loaded again when an upload has arrived. */
const useLibraryLists = () => {
  const library = useLoaded(loadLibraryItems)
  useLoadFailureToast(library, 'Failed to list files')
  const videos = useLoaded(loadVideos)
  useLoadFailureToast(videos, 'Failed to load videos')
  const { data: items, reload } = library
  useEffect(() => uploadQueue.onArrival(() => void reload()), [reload])
  const files = useMemo(() => items?.flatMap(({ file }) => file ?? []), [items])
  const facts = useMemo(() => items?.flatMap(({ facts: known }) => known ?? []), [items])
  return { files: { ...library, data: files }, facts, videos }
}

/** `/admin/uploads`: lists the files and videos of the library, and adds new ones. */
const UploadsSection = () => {
  const { files, facts, videos } = useLibraryLists()
  const { reload } = files
  const factsByItem = useMemo(() => new Map((facts ?? []).map((known) => [known.item, known])), [facts])
  const listed = useMemo(() => new Set(files.data?.map(({ path }) => path)), [files.data])
  const reloadAll = () => {
    void reload()
    void videos.reload()
  }
  return (
    <>
      <PageHeading
        title="File Uploads"
        lead={`All file types supported: PDF, Word, Excel, PowerPoint and pictures (PNG, JPEG, GIF, WebP), up to ${maxUploadMegabytes}\u00A0MB each.`}
      />
      <div className={styles.lists}>
        <StoppedUploads />
        <div className={styles.pair}>
          {libraryKinds.map((kind) => (
            <UploadCard key={kind} kind={kind} listed={listed} onReload={() => void reload()} />
          ))}
        </div>
        <DueItems items={facts ?? []} onSaved={reload} onDeleted={reloadAll} />
        <FileLists files={files} facts={factsByItem} onChanged={reload} />
        <VideoForm onAdded={reloadAll} />
        <VideoList
          videos={videos}
          facts={factsByItem}
          factsKnown={facts !== undefined}
          onChanged={reloadAll}
          onFactsSaved={reload}
        />
      </div>
    </>
  )
}

export default UploadsSection
