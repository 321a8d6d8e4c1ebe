import { useState, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { framePermissions } from './embed-frame.ts'
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

/**
 * Content of somebody else, behind a button: nothing is asked of them, and they learn nothing of the
 * visitor, before it is pressed.
 */
export const Embed = ({ title, src, children, shape = 'video' }: EmbedProps) => {
  const [wanted, setWanted] = useState(false)
  return (
    <div className={classNames(styles.embed, styles[shape])} data-embed={src}>
      {wanted ? (
        <iframe ref={takeFocus} src={src} title={title} allow={framePermissions} />
      ) : (
        // A link, so that without any script it still leads to what it would have embedded. The boot script knows
        // it by `data-frame` and shows the frame itself while the app is not there.
        <a
          href={src}
          className={styles.facade}
          data-frame={title}
          onClick={(event) => {
            event.preventDefault()
            setWanted(true)
          }}
        >
          {children}
        </a>
      )}
    </div>
  )
}
