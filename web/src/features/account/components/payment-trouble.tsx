import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { getOpenInvoice } from '../api/get-open-invoice.ts'
import { attempt } from '../attempt.ts'

/** A charge is unpaid: says what that means, and leads to the invoice with one press. */
export const PaymentTrouble = () => {
  const [busy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    const go = async () => window.location.assign((await getOpenInvoice()).url)
    if (!(await attempt(go, 'Failed to open the invoice. Please try again.'))) setBusy(false)
  }
  return (
    <Alert
      kind="warning"
      title="Your payment did not go through"
      actions={
        <Button loading={busy} onClick={() => void pay()}>
          Pay the open invoice
        </Button>
      }
    >
      Your access is withdrawn until the balance is paid. It comes back by itself the moment it is; your data
      is safe.
    </Alert>
  )
}
