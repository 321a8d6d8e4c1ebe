import * as paths from '../../../lib/paths.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import styles from '../billing.module.css'

/** `/payment-canceled`: back from the payment page without having paid. */
const PaymentCanceledPage = () => (
  <PageBody>
    <PageMeta title="Payment canceled" description="The payment was canceled. No charges were made." />
    <Card className={styles.narrow}>
      <div className={styles.stack}>
        <Door colour="pricing" height={112} />
        <h1 className={styles.stateTitle}>Payment canceled</h1>
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
