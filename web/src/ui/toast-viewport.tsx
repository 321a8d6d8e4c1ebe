import * as Radix from 'radix-ui/toast'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { CloseButton } from './close-button.tsx'
import styles from './toast.module.css'
import { dismissToast, toastDurationMs, useToast } from './toast.ts'
import { toastRegion } from './toast-region.ts'
import { viewportSettings } from './toast-viewport-settings.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useToastPosition } from './use-toast-position.ts'

/** Returns whether the focus is in a frame of the page, such as the chat's. The visitor has then not left the page. */
const isFocusInFrame = (): boolean => document.activeElement instanceof HTMLIFrameElement

/**
 * Shows toasts. Loaded with the first toast. They are outside the root element of the app and have `aria-live`, because
 * an open dialog hides everything else from screen readers.
 */
const ToastViewport = () => {
  const current = useToast()
  const shift = useToastPosition('[data-variant]', current?.id)
  const viewport = useRef<HTMLOListElement>(null)
  const returnFocus = useFocusReturn(viewport, current?.id)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    toastRegion.set(region.current)
    return () => toastRegion.set(null)
  }, [])
  const durationMs = current?.durationMs ?? toastDurationMs
  return (
    <Radix.Provider
      duration={toastDurationMs}
      swipeThreshold={viewportSettings.swipeThresholdPx}
      swipeDirection="right"
    >
      {current ? (
        <Radix.Root
          key={current.id}
          className={classNames(styles.toast, current.variant === 'destructive' && styles.destructive)}
          data-variant={current.variant ?? 'default'}
          duration={durationMs}
          onPause={() => {
            // The library pauses while the window has no focus, and even while a frame in it has the focus.
            if (isFocusInFrame()) setTimeout(() => dismissToast(current.id), durationMs)
          }}
          onOpenChange={(open) => {
            if (open) return
            dismissToast(current.id)
            // The library has moved the focus from the toast to the list.
            returnFocus()
          }}
        >
          {/* The library announces both texts in one line. The space separates them. */}
          <Radix.Title className={styles.title}>{current.title}</Radix.Title>{' '}
          {current.description ? (
            <Radix.Description className={styles.description}>{current.description}</Radix.Description>
          ) : null}
          <Radix.Close asChild>
            <CloseButton corner />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      {createPortal(
        // The library announces toasts elsewhere.
        <div ref={region} aria-live="off" data-from-app>
          <Radix.Viewport
            ref={viewport}
            className={styles.viewport}
            style={{ translate: `0 ${shift}px` }}
            hotkey={[viewportSettings.hotkey]}
          />
        </div>,
        document.body,
      )}
    </Radix.Provider>
  )
}

export default ToastViewport
