import { useEffect, useState } from 'react'
import { moneyText } from '#shared/rules/money.ts'
import { rereadAccess } from '#web/lib/access.ts'
import { type Billing, getBilling, getOpenInvoice } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { onPageRestored } from '#web/lib/page-restored.ts'
import { useOpenHere } from '#web/lib/use-open-here.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { toast } from '#web/ui/toast.ts'

type OpenBalance = Billing['openBalance']

/** Opens the payment page of the open invoice in this tab. Shows a toast when that fails. */
export const usePayInvoice = (): { busy: boolean; pay: () => void } => {
  const [busy, setBusy] = useState(false)
  const openHere = useOpenHere()
  const reset = () => {
    setBusy(false)
    void rereadAccess()
  }
  useEffect(() => onPageRestored(reset), [])
  const pay = () => {
    setBusy(true)
    getOpenInvoice().then(
      ({ url }) => openHere(url),
      () => {
        setBusy(false)
        toast({
          title: 'Error',
          description: 'Failed to open the invoice. Please try again.',
          variant: 'destructive',
        })
      },
    )
  }
  return { busy, pay }
}

const owedText = (balance: OpenBalance): string => {
  if (balance === null) return ''
  const { amountMinor, currency, invoices } = balance
  return `You owe ${moneyText(amountMinor, currency)}${invoices > 1 ? ` in ${invoices} invoices` : ''}. `
}

const attemptText = (balance: OpenBalance): string =>
  balance?.nextAttemptAt ? ` We’ll try your card again on ${dayText(balance.nextAttemptAt)}.` : ''

interface PaymentDueProps {
  /** Null until it is known. */
  readonly balance: OpenBalance
  /** True if the subscription has ended: paying then buys one period. */
  readonly hasEnded: boolean
}

const ended =
  'Your subscription has ended. If you pay the open invoice, you’ll get access for one more period, starting on the day you pay. Your subscription won’t renew.'

const running =
  'You won’t have access until the open invoice is paid. Your access comes back as soon as you pay, and your data is safe.'

/** Explains the amount due and the access that paying it gives, with a button that opens the invoice. */
export const PaymentDue = ({ balance, hasEnded }: PaymentDueProps) => {
  const { busy, pay } = usePayInvoice()
  return (
    <Alert
      kind="warning"
      title="Your last payment didn’t go through"
      actions={
        <Button loading={busy} onClick={pay}>
          Pay the open invoice
        </Button>
      }
    >
      <LiveText>{owedText(balance) + (hasEnded ? ended : running) + attemptText(balance)}</LiveText>
    </Alert>
  )
}

/** Returns whether the subscription of a customer has ended. Unknown counts as no. */
export const hasEndedSubscription = (billing: Billing | undefined): boolean =>
  billing?.subscription?.hasEnded === true

/**
 * Loads the amount due and shows the alert. Until the amount is known, the alert leaves it out, but the button works.
 */
export const LoadedPaymentDue = () => {
  const { result } = useResult(getBilling)
  const billing = result.state === 'ready' ? result.data : undefined
  return <PaymentDue balance={billing?.openBalance ?? null} hasEnded={hasEndedSubscription(billing)} />
}
