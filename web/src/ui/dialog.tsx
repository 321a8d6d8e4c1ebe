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
  /** Buttons at the foot; the last one is the one that goes ahead. */
  readonly actions?: ReactNode
}

/** Asks or tells something above the page; focus stays inside and returns to where it was. */
export const Dialog = ({ open, onOpenChange, title, description, children, actions }: DialogProps) => {
  // Radix gives the focus back to a trigger of its own, and these dialogs are opened by any button.
  const opener = useRef<Element>(null)
  const noteOpener = () => {
    opener.current = document.activeElement
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          onOpenAutoFocus={noteOpener}
          onCloseAutoFocus={giveBack}
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
