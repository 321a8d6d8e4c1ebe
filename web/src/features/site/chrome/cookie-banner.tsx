import { Link } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import styles from './cookie-banner.module.css'

/**
 * Cookie banner. The inline script shows it from the first paint on while no choice is stored, and the boot script
 * stores the choice, so it works before the app has loaded. The `data-consent` attribute of the page holds its state.
 */
export const CookieBanner = () => (
  <section className={styles.banner} aria-label="Cookie choice" data-consent-banner>
    <div className={styles.content}>
      <p>
        We only store what the site needs and any referral link you follow. ‘Accept all’ also loads videos,
        reviews and file previews from other providers, which may set cookies.{' '}
        <Link to={paths.privacy}>How we use cookies</Link>
      </p>
      <div className={styles.buttons}>
        <Button variant="secondary" size="small" data-consent-choice="necessary">
          Only necessary
        </Button>
        <Button variant="secondary" size="small" data-consent-choice="all">
          Accept all
        </Button>
      </div>
      <CloseButton className={styles.close} data-consent-choice="necessary" />
    </div>
  </section>
)
