import { useState, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { framePermissions, opensElsewhere } from './embed-frame.ts'
import styles from './embed.module.css'

export interface EmbedProps {
  /** Name of what is embedded, for people and for the frame's title. */
  readonly title: string
  readonly src: string
  /** What the button that loads it shows. */
  readonly children: ReactNode
  readonly shape?: 'video' | 'panel'
}

const takeFocus = (frame: HTMLIFrameElement | null): void => frame?.focus()

/** Whether the boot script has shown the frame before the app came: then it plays on. */
const isShown = (src: string): boolean =>
  typeof document !== 'undefined' &&
  document.querySelector(`[data-embed="${CSS.escape(src)}"] > iframe`) !== null

/**
 * Content of somebody else, behind a button: nothing is asked of them, and they learn nothing of the
 * visitor, before it is pressed.
 */
export const Embed = ({ title, src, children, shape = 'video' }: EmbedProps) => {
  const [shownBefore] = useState(() => isShown(src))
  const [pressed, setPressed] = useState(false)
  return (
    <div className={classNames(styles.embed, styles[shape])} data-embed={src}>
      {shownBefore || pressed ? (
        <iframe ref={pressed ? takeFocus : undefined} src={src} title={title} allow={framePermissions} />
      ) : (
        // A link, so that without any script it still leads to what it would have embedded. The boot script knows
        // it by `data-frame` and shows the frame itself while the app is not there.
        <a
          href={src}
          className={styles.facade}
          data-frame={title}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            setPressed(true)
          }}
        >
          {children}
        </a>
      )}
    </div>
  )
}
