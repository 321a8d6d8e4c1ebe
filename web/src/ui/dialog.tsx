import { useFocusScopeBranch } from '@radix-ui/react-focus-scope'
import * as Radix from 'radix-ui/dialog'
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useStore } from '#web/lib/store.ts'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import { withEmailBreaks } from './email-breaks.tsx'
import { toastRegion } from './toast-region.ts'
import { currentToast } from './toast.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons at the bottom. The last one confirms. */
  readonly actions?: ReactNode
  /** True if an action is running that closing would not stop. The dialog stays open until it has ended. */
  readonly busy?: boolean
}

const ignore = () => undefined

/** True if open dialogs are hidden for now, together with the page that opened them. */
export const DialogsHidden = createContext(false)

/**
 * Closes the dialog on Escape, or the toast if it has the focus. Of the two, the library would close the one that
 * appeared last.
 */
const useEscape = (open: boolean, onOpenChange: (open: boolean) => void): void => {
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || currentToast() === null) return
      event.stopPropagation()
      const toasts = toastRegion.get()
      if (toasts?.contains(document.activeElement)) toasts.querySelector('button')?.click()
      else onOpenChange(false)
    }
    // The library listens on the document, so this listener on the window runs before it.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open, onOpenChange])
}

/**
 * Loads the library of the toasts while the dialog is open, because a toast may be needed after the connection was lost. A
 * plain toast may cover buttons of the dialog.
 */
const useLoadedToasts = (open: boolean): void => {
  useEffect(() => {
    // A failure is not reported: toasts are plain then.
    if (open) import('./toast-viewport.tsx').catch(ignore)
  }, [open])
}

/** Lets the focus move from the dialog to the toasts, which are outside it. */
const ReachableToasts = () => {
  useFocusScopeBranch(useStore(toastRegion, null))
  return null
}

/**
 * Moves the focus from a control that a long dialog does not show yet to the dialog itself. Its text would otherwise be
 * passed over, and the Space key, which scrolls a text, would press a button that nobody sees.
 */
const focusStart = ({ currentTarget: dialog }: Event): void => {
  // The library has moved the focus by then.
  queueMicrotask(() => {
    const { activeElement } = document
    if (!(dialog instanceof HTMLElement) || !activeElement || !dialog.contains(activeElement)) return
    const end = dialog.getBoundingClientRect().bottom
    if (activeElement.getBoundingClientRect().bottom > end) dialog.focus()
  })
}

/** The element outside dialogs that had the focus last. Null while no dialog is open. */
let lastOutside: Element | null = null

/**
 * Returns the focus to the element that had it before the dialog opened. Radix returns it only to its own trigger, and
 * our dialogs are opened by other buttons. If that element is gone because this dialog replaced another, the focus
 * returns to where it was before the other dialog. While the dialog is hidden, that element stays the same.
 */
const useReturnedFocus = (hidden: boolean) => {
  const opener = useRef<Element>(null)
  const wasHidden = useRef(false)
  const save = (event: Event) => {
    focusStart(event)
    const isShownAgain = wasHidden.current
    wasHidden.current = false
    if (isShownAgain) return
    const { activeElement } = document
    opener.current = activeElement === document.body ? null : activeElement
    if (opener.current && !opener.current.closest('[role="dialog"]')) lastOutside = opener.current
  }
  const restore = (event: Event) => {
    event.preventDefault()
    wasHidden.current = hidden
    if (hidden) return
    const place = opener.current?.isConnected ? opener.current : lastOutside
    if (place instanceof HTMLElement) place.focus()
    // A later dialog, which may open without a press, must not return the focus to the button of this one.
    if (!document.querySelector('[role="dialog"]')) lastOutside = null
  }
  return { onOpenAutoFocus: save, onCloseAutoFocus: restore }
}

/** A modal dialog. It keeps the focus inside, and returns it afterwards to the element that had it before. */
export const Dialog = (props: DialogProps) => {
  const { open, title, description, children, actions, busy = false } = props
  const onOpenChange = busy ? ignore : props.onOpenChange
  const hidden = useContext(DialogsHidden)
  const returnedFocus = useReturnedFocus(hidden)
  useEscape(open && !hidden, onOpenChange)
  useLoadedToasts(open)
  return (
    <Radix.Root open={open && !hidden} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} data-from-app />
        <Radix.Content
          data-from-app
          className={styles.content}
          {...returnedFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <ReachableToasts />
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
