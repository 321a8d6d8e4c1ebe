import { reviewWidget } from '#shared/values/brand.ts'
import { reviews, type Review } from '#web/content/reviews.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Embed } from '../embed.tsx'
import { isSampleAddress } from '#web/lib/sample-address.ts'
import home from './home.module.css'
import { ReviewCarousel } from './review-carousel.tsx'
import styles from './reviews.module.css'

/** Carousel that shows one sentence of each review. */
export const ReviewsTeaser = () => (
  <section className={home.band} aria-labelledby="teaser-title">
    <div className={home.section}>
      <h2 id="teaser-title" className={styles.quietTitle}>
        Reviews in brief
      </h2>
      <ReviewCarousel
        label="Reviews in brief"
        narrow
        slides={reviews.map(({ id, short, name, sample }) => ({
          key: id,
          content: (
            <p className={styles.short}>
              {short}{' '}
              <span className={styles.by}>
                {name}
                {sample ? ' (sample)' : ''}
              </span>
            </p>
          ),
        }))}
      />
    </div>
  </section>
)

const ReviewCard = ({ text, name, role, rating, date, sample }: Review) => (
  <article className={styles.review}>
    <p className={styles.detail}>{rating} out of 5</p>
    <blockquote>{text}</blockquote>
    <div className={styles.author}>
      <p className={styles.name}>
        <span>{name}</span> {sample ? <Badge>Sample review</Badge> : null}
      </p>
      <p className={styles.detail}>{`${role}, ${date}`}</p>
    </div>
  </article>
)

/** True if a review provider is configured. Without one, the page claims no verified reviews. */
const hasProvider = !isSampleAddress(reviewWidget.embedUrl)

/** Carousel of full reviews, and the widget of the independent review service. */
export const CustomerReviews = () => (
  <section id="reviews" className={home.section} aria-labelledby="reviews-title">
    <h2 id="reviews-title">Customer reviews</h2>
    <p className={home.sectionLead}>
      {reviews.some(({ sample }) => sample) ? 'We wrote these sample reviews to show the layout. ' : null}
      {hasProvider ? `Verified reviews come from ${reviewWidget.provider}.` : null}
    </p>
    <ReviewCarousel
      label="Customer reviews"
      slides={reviews.map((review) => ({ key: review.id, content: <ReviewCard {...review} /> }))}
    />
    <div className={styles.widget}>
      <Embed title={`Reviews from ${reviewWidget.provider}`} src={reviewWidget.embedUrl} shape="panel">
        <span className={styles.widgetText}>
          <strong className={styles.widgetAction}>
            {hasProvider ? 'Show verified reviews' : 'Reviews from a review service (sample)'}
          </strong>
          {hasProvider ? (
            <span>Loads from {reviewWidget.provider}, which may then set its own cookies.</span>
          ) : null}
        </span>
      </Embed>
    </div>
  </section>
)
