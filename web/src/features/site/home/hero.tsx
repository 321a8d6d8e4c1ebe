import { brand, films } from '../../../../../shared/values/brand.ts'
import { planFacts, pounds } from '../../../../../shared/values/plans.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { When } from '../chrome/when.tsx'
import { Video } from '../video.tsx'
import styles from './home.module.css'
import { Terrace } from './terrace.tsx'

/** What it is, what it costs, when we are in, and the next step. */
export const Hero = () => (
  <section className={styles.hero} aria-labelledby="hero">
    <div className={styles.heroInner}>
      <div className={styles.heroWords}>
        <h1 id="hero">A straight answer, from somebody who is in.</h1>
        <p className={styles.lead}>
          A subscription advice service for letting agents, landlords and other property professionals in
          England and Wales, led by {brand.expert.name}, {brand.expert.role}.
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>Price</dt>
            <dd>
              {pounds(planFacts.monthly.priceMinor)} a month, or {pounds(planFacts['one-time'].priceMinor)}{' '}
              once
            </dd>
          </div>
          <div>
            <dt>Hours</dt>
            <dd>
              <span>Mon to Fri 10:00-16:00,</span> <span>Sat 10:00-13:00</span>
            </dd>
          </div>
        </dl>
        <div className={styles.actions}>
          <When who="signed-out">
            <LinkButton to="/signup">Start Your Subscription</LinkButton>
          </When>
          <a href="#features" className={styles.more}>
            Learn More
          </a>
        </div>
      </div>
      <Video {...films.intro} />
    </div>
    <Terrace />
  </section>
)
