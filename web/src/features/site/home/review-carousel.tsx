import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './reviews.module.css'

export interface ReviewCarouselProps {
  /** Name of the carousel for screen readers. */
  readonly label: string
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[]
  readonly narrow?: boolean
}

/**
 * Carousel that scrolls and snaps with CSS. The boot script handles its buttons, so they work before the app
 * has loaded. It wraps from the last slide to the first.
 */
export const ReviewCarousel = ({ label, slides, narrow }: ReviewCarouselProps) => (
  <div
    className={styles.carousel}
    role="group"
    aria-roledescription="carousel"
    aria-label={label}
    data-carousel
  >
    <ul
      className={narrow ? styles.single : styles.track}
      data-carousel-track
      // Makes the scrollable content reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      {slides.map((slide) => (
        <li key={slide.key}>{slide.content}</li>
      ))}
    </ul>
    <div className={styles.buttons}>
      <button type="button" className={styles.step} data-carousel-step="-1" aria-label={`Previous: ${label}`}>
        <Icon name="arrow-left" size={20} />
      </button>
      <button type="button" className={styles.step} data-carousel-step="1" aria-label={`Next: ${label}`}>
        <Icon name="arrow-right" size={20} />
      </button>
    </div>
  </div>
)
