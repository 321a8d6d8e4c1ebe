import { Link } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { MoneyBack } from '#web/components/money-back.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import styles from './home.module.css'
import { Partners } from './partners.tsx'
import { PricingBlock } from './pricing-block.tsx'
import { CustomerReviews, ReviewsTeaser } from './reviews.tsx'

/** `/` */
const HomePage = () => (
  <>
    <PageMeta
      title={brand.strapline}
      description="Live chat advice from human advisers, and a library of guides, templates and videos, for letting agents and landlords in England and Wales."
      path={paths.home}
    />
    <Hero />
    <Features />
    <Partners />
    <section id="pricing" className={styles.section} aria-labelledby="pricing-title">
      <h2 id="pricing-title">Pricing</h2>
      <PricingBlock />
      <p className={styles.note}>
        <MoneyBack /> <Link to={paths.pricing}>What to know before you buy</Link>
      </p>
    </section>
    <ReviewsTeaser />
    <CustomerReviews />
  </>
)

export default HomePage
