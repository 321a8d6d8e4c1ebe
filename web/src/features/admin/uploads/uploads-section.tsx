import { useEffect } from 'react'
import type { MediaLink } from '../../../../../shared/contract/library.ts'
import { type LibraryKind, libraryKinds } from '../../../../../shared/values/library-path.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { listMediaLinks } from '../api/list-media-links.ts'
import { DeskList } from './desk-list.tsx'
import { ShelfRow } from './shelf-row.tsx'
import { loadShelf } from './shelf.ts'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'
import styles from './uploads.module.css'
import { useList } from '../use-list.ts'
import { VideoForm } from './video-form.tsx'
import { VideoRow } from './video-row.tsx'

const shelves: Readonly<Record<LibraryKind, { title: string; emptyText: string }>> = {
  guides: { title: 'Guides', emptyText: 'No guides found.' },
  templates: { title: 'Templates', emptyText: 'No templates found.' },
}

const loadVideos = async (): Promise<readonly MediaLink[]> => (await listMediaLinks()).data

/** `/admin/uploads`: what the library holds, and the way to add to it. */
const UploadsSection = () => {
  const files = useList(loadShelf, 'Failed to list files')
  const videos = useList(loadVideos, 'Failed to load videos')
  const { reload } = files
  useEffect(() => uploadQueue.onArrival(() => void reload()), [reload])
  return (
    <>
      <PageHeading
        title="File Uploads"
        lead="All file types supported: PDF, Word, Excel, PowerPoint and pictures (PNG, JPEG, GIF, WebP), up to 200 MB each."
      />
      <div className={styles.desk}>
        <div className={styles.pair}>
          {libraryKinds.map((kind) => (
            <UploadCard key={kind} kind={kind} />
          ))}
        </div>
        {libraryKinds.map((kind) => (
          <DeskList
            key={kind}
            {...shelves[kind]}
            list={{ ...files, items: files.items?.filter((file) => file.kind === kind) }}
          >
            {(file) => <ShelfRow key={file.path} file={file} onChanged={() => void files.reload()} />}
          </DeskList>
        ))}
        <VideoForm onAdded={() => void videos.reload()} />
        <DeskList title="YouTube videos" emptyText="No YouTube videos yet." list={videos}>
          {(link) => <VideoRow key={link.id} link={link} onDeleted={() => void videos.reload()} />}
        </DeskList>
      </div>
    </>
  )
}

export default UploadsSection
