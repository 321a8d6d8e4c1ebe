import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { acceptsOtherProviders } from '#web/lib/consent.ts'
import { isSampleAddress } from '#web/lib/sample-address.ts'
import { classNames } from '#web/ui/class-names.ts'
import { framePermissions, opensElsewhere, sampleText, withoutAutoplay } from './embed-frame.ts'
import styles from './embed.module.css'

export interface EmbedProps {
  /** Name of the content, also used as the frame's title. */
  readonly title: string
  readonly src: string
  /** Content of the link that loads the frame. */
  readonly children: ReactNode
  readonly shape?: 'video' | 'panel'
}

const focusFrame = (frame: HTMLIFrameElement | null): void => frame?.focus()

/** Returns whether the boot script has already shown the frame. The app then keeps it. */
const isFrameShown = (src: string): boolean =>
  typeof document !== 'undefined' &&
  document.querySelector(`[data-embed="${CSS.escape(src)}"] > :not(a)`) !== null

const subscribeToConsent = (listener: () => void): (() => void) => {
  window.addEventListener('cookie-consent', listener)
  return () => window.removeEventListener('cookie-consent', listener)
}

/** Returns whether the visitor accepts content of other providers. False in prerendered pages. */
const useAccepted = (): boolean =>
  useSyncExternalStore(subscribeToConsent, acceptsOtherProviders, () => false)

/**
 * Third-party content that loads only when the visitor selects it, or has accepted all content of other providers.
 * Until then the page sends no request to the provider.
 */
export const Embed = ({ title, src, children, shape = 'video' }: EmbedProps) => {
  const [alreadyShown] = useState(() => isFrameShown(src))
  const [selected, setSelected] = useState(false)
  const isSample = isSampleAddress(src)
  const accepted = useAccepted() && !isSample
  return (
    <div className={classNames(styles.embed, styles[shape])} data-embed={src}>
      {(selected || alreadyShown) && isSample ? (
        <p className={styles.sample} role="status">
          {sampleText}
        </p>
      ) : alreadyShown || selected || accepted ? (
        <iframe
          ref={selected ? focusFrame : undefined}
          src={selected || alreadyShown ? src : withoutAutoplay(src)}
          title={title}
          allow={framePermissions}
          loading="lazy"
        />
      ) : (
        // A link, so that it also works without scripts. The boot script finds it by `data-frame` and shows
        // the frame itself until the app has loaded.
        <a
          href={src}
          className={styles.facade}
          data-frame={title}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            setSelected(true)
          }}
        >
          {children}
        </a>
      )}
    </div>
  )
}
