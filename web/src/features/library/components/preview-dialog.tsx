import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface PreviewDialogProps {
  /** Title of the file. */
  readonly title: string
  readonly onOpen: () => void
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Asks before a file opens in the preview of another provider, and offers the download instead. */
const PreviewDialog = ({ title, onOpen, onSave, onClose }: PreviewDialogProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={`Preview ${title}?`}
    description="The preview is provided by Microsoft, which receives the file and may set cookies. You can download the file instead. To open previews without this question, choose ‘Accept all’ under ‘Cookie settings’ at the bottom of the page."
    actions={
      <>
        <Button variant="secondary" onClick={onSave}>
          Download
        </Button>
        <Button onClick={onOpen}>Open preview</Button>
      </>
    }
  />
)

export default PreviewDialog
