import { Toast as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'
import { CloseButton } from './close-button.tsx'
import styles from './toast.module.css'
import { toastSettings, useToast } from './toast.ts'

/** Whoever writes in a frame of the page, such as a chat's, has not left the page. */
const isInFrame = (): boolean => document.activeElement instanceof HTMLIFrameElement

/** Where toasts show. Loaded with the first toast. */
const ToastViewport = () => {
  const { current, dismiss } = useToast()
  const durationMs = current?.durationMs ?? toastSettings.durationMs
  return (
    <Radix.Provider
      duration={toastSettings.durationMs}
      swipeThreshold={toastSettings.swipeThresholdPx}
      swipeDirection="right"
    >
      {current ? (
        <Radix.Root
          key={current.id}
          className={classNames(styles.toast, current.variant === 'destructive' && styles.destructive)}
          data-variant={current.variant ?? 'default'}
          duration={durationMs}
          onPause={() => {
            // The library waits while the window has no focus, and takes a frame's focus for that.
            if (isInFrame()) setTimeout(() => dismiss(current.id), durationMs)
          }}
          onOpenChange={(open) => {
            if (!open) dismiss(current.id)
          }}
        >
          <Radix.Title className={styles.title}>{current.title}</Radix.Title>
          {current.description ? (
            <Radix.Description className={styles.description}>{current.description}</Radix.Description>
          ) : null}
          <Radix.Close asChild>
            <CloseButton corner />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      <Radix.Viewport className={styles.viewport} hotkey={[toastSettings.hotkey]} />
    </Radix.Provider>
  )
}

export default ToastViewport
