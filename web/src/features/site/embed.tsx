import { useState, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './embed.module.css'

export interface EmbedProps {
  /** Name of what is embedded, for people and for the frame's title. */
  readonly title: string
  readonly src: string
  /** What the button that loads it shows. */
  readonly children: ReactNode
  readonly shape?: 'video' | 'panel'
}

/**
 * Content of somebody else, behind a button: nothing is asked of them, and they learn nothing of the
 * visitor, before it is pressed.
 */
export const Embed = ({ title, src, children, shape = 'video' }: EmbedProps) => {
  const [wanted, setWanted] = useState(false)
  return (
    <div className={classNames(styles.embed, styles[shape])} data-embed={src}>
      {wanted ? (
        <iframe
          src={src}
          title={title}
          allow="autoplay; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        // A link, so that without any script it still leads to what it would have embedded.
        <a
          href={src}
          className={styles.facade}
          data-app
          data-hold
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
