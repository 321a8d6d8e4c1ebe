import { Link } from 'react-router-dom'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import styles from './cookie-banner.module.css'

/**
 * Asks once what the visitor allows. The boot script shows it while no choice is stored and takes the
 * choice, so that it works before the app is there; its state is the `data-consent` attribute of the page.
 */
export const CookieBanner = () => (
  <section className={styles.banner} aria-label="Cookie choice" data-consent-banner>
    <p>
      We store what the site needs. Anything more waits for your leave.{' '}
      <Link to="/privacy">How we use cookies</Link>
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
  </section>
)
