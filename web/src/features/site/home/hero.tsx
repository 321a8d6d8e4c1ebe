import { brand, videos } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { passMinutes, planFacts, pounds } from '#shared/values/plans.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { IfSignedOut } from '../chrome/if-signed-in.tsx'
import { Video } from '../video.tsx'
import styles from './home.module.css'
import { Terrace } from './terrace.tsx'

/** Headline, price, opening hours, next step and introductory video. */
export const Hero = () => (
  <section className={styles.hero} aria-labelledby="hero">
    <div className={styles.heroInner}>
      <div className={styles.heroWords}>
        <h1 id="hero">Straight answers from people who know lettings.</h1>
        <p className={styles.lead}>
          A subscription advice service for letting agents, landlords and other property professionals in
          England and Wales, led by {brand.expert.name}, {brand.expert.role}.
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>Price</dt>
            <dd>
              {pounds(planFacts.monthly.priceMinor)} a month, or {pounds(planFacts['one-time'].priceMinor)}{' '}
              for one {passMinutes}-minute chat
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
          <IfSignedOut>
            <LinkButton to={paths.signUp}>Start Your Subscription</LinkButton>
          </IfSignedOut>
          <a href="#features" className={styles.more}>
            Learn More
          </a>
        </div>
      </div>
      <Video {...videos.intro} />
    </div>
    <Terrace />
  </section>
)
