import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons at the bottom. The last one confirms. */
  readonly actions?: ReactNode
}

/** A modal dialog. It keeps the focus inside, and returns it afterwards to the element that had it before. */
export const Dialog = ({ open, onOpenChange, title, description, children, actions }: DialogProps) => {
  // Radix returns the focus only to its own trigger, and our dialogs are opened by other buttons.
  const opener = useRef<Element>(null)
  const saveOpener = () => {
    opener.current = document.activeElement
  }
  const restoreFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          onOpenAutoFocus={saveOpener}
          onCloseAutoFocus={restoreFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {description ? (
            <Radix.Description className={styles.description}>{description}</Radix.Description>
          ) : null}
          {children}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
          <Radix.Close asChild>
            <CloseButton corner />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
