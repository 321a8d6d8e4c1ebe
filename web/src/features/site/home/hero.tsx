import { Link } from 'react-router-dom'
import { brand, videos } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { passMinutes, planFacts, pounds } from '#shared/values/plans.ts'
import { DoorNotice, DoorWords } from '#web/components/door-texts.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { unbroken } from '#web/ui/unbroken.tsx'
import { IfSignedOut } from '../chrome/if-signed-in.tsx'
import { Video } from '../video.tsx'
import styles from './hero.module.css'
import { Terrace } from './terrace.tsx'

const monthly = `${pounds(planFacts.monthly.priceMinor)} a month, or `
const once = `${pounds(planFacts['one-time'].priceMinor)} for one ${passMinutes}-minute chat`

/** The facts below the heading: the state of the chat, the price and the hours. */
const Facts = () => (
  <>
    <p className={styles.now}>
      <DoorWords className={styles.nowWords} />
    </p>
    <DoorNotice className={styles.notice} />
    <dl className={styles.facts}>
      <div>
        <dt>Price</dt>
        <dd>
          {monthly}
          <Link to={paths.liveChat}>{unbroken(once)}</Link>
        </dd>
      </div>
      <div>
        <dt>Hours</dt>
        <dd>{unbroken('Mon to Fri 10:00-16:00, Sat 10:00-13:00')}</dd>
      </div>
    </dl>
  </>
)

/** Headline, opening status, price, next step and introductory video, above the street. */
export const Hero = () => (
  <section className={styles.hero} aria-labelledby={pageTitleId}>
    <div className={styles.heroInner}>
      <div>
        <h1 id={pageTitleId}>Straight answers from people who know lettings.</h1>
        <p className={styles.lead}>
          A subscription advice service for letting agents, landlords and other property professionals in
          England and Wales, led by {brand.expert.name}, {brand.expert.role}
          {brand.expert.sample ? ' (sample)' : ''}.
        </p>
        <Facts />
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
