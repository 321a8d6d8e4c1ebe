import { embedUrl } from '#shared/rules/youtube.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Embed } from './embed.tsx'
import styles from './embed.module.css'

export interface VideoProps {
  readonly title: string
  readonly youtubeId: string
}

/** A YouTube video. Loads from the privacy-enhanced host, and only when the visitor plays it. */
export const Video = ({ title, youtubeId }: VideoProps) => (
  <Embed title={title} src={`${embedUrl(youtubeId)}&autoplay=1`}>
    {/* Shows at a glance what the service is. */}
    <span className={styles.poster} aria-hidden="true">
      <span className={styles.asked}>My tenant refuses access. What can I do?</span>
      <span className={styles.answered}>
        Give at least 24 hours’ notice in writing. Don’t let yourself in.
      </span>
    </span>
    <span className={styles.caption}>
      <span className={styles.play}>
        <Icon name="play" size={22} />
      </span>
      <span>
        <span className="visually-hidden">Play video: </span>
        <strong>{title}</strong>
        <span className={styles.note}>Plays from YouTube</span>
      </span>
    </span>
  </Embed>
)
