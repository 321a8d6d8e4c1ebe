import { useState, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { framePermissions, opensElsewhere } from './embed-frame.ts'
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
  document.querySelector(`[data-embed="${CSS.escape(src)}"] > iframe`) !== null

/**
 * Third-party content that loads only when the visitor selects it. Until then the page sends no request to
 * the provider.
 */
export const Embed = ({ title, src, children, shape = 'video' }: EmbedProps) => {
  const [alreadyShown] = useState(() => isFrameShown(src))
  const [selected, setSelected] = useState(false)
  return (
    <div className={classNames(styles.embed, styles[shape])} data-embed={src}>
      {alreadyShown || selected ? (
        <iframe ref={selected ? focusFrame : undefined} src={src} title={title} allow={framePermissions} />
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
