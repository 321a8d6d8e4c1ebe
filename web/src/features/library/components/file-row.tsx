import { Suspense, useState } from 'react'
import { isOfficeFile } from '#shared/values/file-types.ts'
import { offlineText } from '#web/lib/auth-error.ts'
import { acceptsOtherProviders } from '#web/lib/consent.ts'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast.ts'
import type { LibraryFile } from '../items.ts'
import { downloadFile, openFile } from '../open-file.ts'
import { FileRowContent, type RowPlace } from './file-row-content.tsx'
import { ImageThumbnail } from './image-thumbnail.tsx'
import { ItemHistory } from './item-history.tsx'

/** Loaded when the question is asked, because only some files need it. */
const PreviewDialog = lazyComponent(() => import('./preview-dialog.tsx'))

/** Reports that the question could not be loaded. The rest of the page works without it. */
const reportFailure = () =>
  toast({
    title: 'The preview could not be opened',
    // Without a connection, a download would fail too.
    description: navigator.onLine ? 'Please download the file, or try again.' : offlineText,
    variant: 'destructive',
  })

interface FileRowProps {
  readonly file: LibraryFile
  readonly highlighted: boolean
  readonly place?: RowPlace
}

/**
 * Opens and saves a file. Asks before a file goes to the preview of another provider, unless the visitor accepts such
 * content.
 */
const useFile = (file: LibraryFile) => {
  const [opening, setOpening] = useState(false)
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const closeQuestion = () => setAsking(false)
  const open = () => {
    closeQuestion()
    if (opening) return
    setOpening(true)
    void openFile(file.id).finally(() => setOpening(false))
  }
  const save = () => {
    closeQuestion()
    setSaving(true)
    void downloadFile(file.id).finally(() => setSaving(false))
  }
  const askOrOpen = () => (isOfficeFile(file.fileName) && !acceptsOtherProviders() ? setAsking(true) : open())
  const giveUp = () => {
    closeQuestion()
    reportFailure()
  }
  const question = asking && (
    <ErrorFallback onFailed={giveUp}>
      <Suspense fallback={null}>
        <PreviewDialog title={file.title} onOpen={open} onSave={save} onClose={closeQuestion} />
      </Suspense>
    </ErrorFallback>
  )
  return { opening, saving, askOrOpen, save, question }
}

/** A file of the library. A click on its title opens it. */
export const FileRow = ({ file, highlighted, place }: FileRowProps) => {
  const { opening, saving, askOrOpen, save, question } = useFile(file)
  return (
    <FileRowContent
      file={file}
      highlighted={highlighted}
      place={place}
      picture={
        file.fileClass === 'image' ? (
          <ImageThumbnail key={file.changedAt} path={file.id} changedAt={file.changedAt} />
        ) : undefined
      }
      history={<ItemHistory item={file} />}
      opening={opening}
      saving={saving}
      onOpen={askOrOpen}
      onSave={save}
    >
      {question}
    </FileRowContent>
  )
}
