import { useRef, type ChangeEvent } from 'react'
import { extensionOf } from '#shared/values/file-types.ts'
import { Button } from '#web/ui/button.tsx'
import type { LibraryFile } from './library-files.ts'
import { uploadQueue } from './upload-queue.ts'

/** A button that replaces a file. Its address, title, facts and history stay. */
export const ReplaceFile = ({ file }: { file: LibraryFile }) => {
  const input = useRef<HTMLInputElement>(null)
  const { kind, path, fileName } = file
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    uploadQueue.add(kind, [...(target.files ?? [])], path)
    target.value = '' // so that the same file can be chosen again
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={`.${extensionOf(fileName)}`}
        aria-label={`New version of ${fileName}`}
        onChange={choose}
      />
      <Button
        variant="quiet"
        size="small"
        data-replace
        aria-label={`Replace ${fileName}`}
        onClick={() => input.current?.click()}
      >
        Replace
      </Button>
    </>
  )
}
