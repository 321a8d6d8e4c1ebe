import * as Radix from 'radix-ui/dialog'
import { useEffect, useRef, type ReactNode } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import { withEmailBreaks } from './email-breaks.tsx'
import { currentToast } from './toast.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons at the bottom. The last one confirms. */
  readonly actions?: ReactNode
  /** Whether an action is running that closing would not stop. The dialog stays open until it has ended. */
  readonly busy?: boolean
}

/** Escape would otherwise close a toast that has appeared above the dialog, and only then the dialog. */
const useEscapeBeforeToast = (open: boolean, onOpenChange: (open: boolean) => void): void => {
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || currentToast() === null) return
      event.stopPropagation()
      onOpenChange(false)
    }
    // The library listens on the document, so this listener on the window runs before it.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open, onOpenChange])
}

const ignore = () => undefined

/** A modal dialog. It keeps the focus inside, and returns it afterwards to the element that had it before. */
export const Dialog = (props: DialogProps) => {
  const { open, title, description, children, actions, busy = false } = props
  const onOpenChange = busy ? ignore : props.onOpenChange
  // Radix returns the focus only to its own trigger, and our dialogs are opened by other buttons.
  const opener = useRef<Element>(null)
  const saveOpener = () => {
    opener.current = document.activeElement
  }
  const restoreFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  useEscapeBeforeToast(open, onOpenChange)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} data-from-app />
        <Radix.Content
          data-from-app
          className={styles.content}
          onOpenAutoFocus={saveOpener}
          onCloseAutoFocus={restoreFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {description ? (
            <Radix.Description className={styles.description}>
              {typeof description === 'string' ? withEmailBreaks(description) : description}
            </Radix.Description>
          ) : null}
          {children}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
          <Radix.Close asChild>
            <CloseButton corner disabled={busy} />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
