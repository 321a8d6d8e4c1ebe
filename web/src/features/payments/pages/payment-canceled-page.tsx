import * as paths from '#shared/values/site-map.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Door } from '#web/ui/door.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import styles from '../payments.module.css'

/** `/payment-canceled`: the page for visitors who return from the payment page without paying. */
const PaymentCanceledPage = () => (
  <PageBody>
    <PageMeta title="Payment canceled" description="The payment was canceled. No charges were made." />
    <Card className={styles.narrow}>
      <div className={styles.stack}>
        <Door colour="pricing" height={112} />
        <h1 id={pageTitleId} className={styles.stateTitle}>
          Payment canceled
        </h1>
        <p>No charges were made.</p>
        <div className={styles.actions}>
          <LinkButton to={paths.liveChat}>Try again</LinkButton>
          <LinkButton to={paths.home} variant="secondary">
            Return home
          </LinkButton>
        </div>
      </div>
    </Card>
  </PageBody>
)

export default PaymentCanceledPage
