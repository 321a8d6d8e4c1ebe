import { encode } from 'uqr'
import { useResult } from '#web/lib/use-result.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useFocusWhen } from '#web/ui/focus/use-focus-when.ts'
import { setUpSecondFactor } from '../api.ts'
import { CodeForm } from './code-form.tsx'
import styles from './second-factor.module.css'

interface SetUpProps {
  readonly onPassed: () => void
  /** Called when the admin tries again: another tab may have completed the set-up. */
  readonly onAlreadySetUp: () => void
}

/** Lets an admin set up an authenticator app on the first visit. */
const SetUp = ({ onPassed, onAlreadySetUp }: SetUpProps) => {
  const { result, retry } = useResult(setUpSecondFactor)
  const heading = useFocusWhen<HTMLHeadingElement>()
  return (
    <Card className={styles.card}>
      <h1 id={pageTitleId} className={styles.title} ref={heading} tabIndex={-1}>
        Set up your authenticator app
      </h1>
      <p>
        The admin area needs a second factor: a code from an app on your phone. You&rsquo;ll be asked for it
        after each sign-in.
      </p>
      {result.state === 'loading' ? (
        <p className={styles.loading} role="status">
          <Spinner size={24} />
          {result.slow ? 'Still creating your key…' : 'Creating your key…'}
        </p>
      ) : null}
      {result.state === 'failed' ? (
        <LoadFailed title="Your key could not be created" onRetry={onAlreadySetUp}>
          {result.message}
        </LoadFailed>
      ) : null}
      {result.state === 'ready' ? (
        <>
          <Steps appKey={result.data.key} uri={result.data.uri} />
          <CodeForm onPassed={onPassed} onMissing={retry} />
        </>
      ) : null}
    </Card>
  )
}

/** `ABCDEFGH` → `ABCD EFGH`: apps ignore the spaces. */
const inGroups = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ')

const Steps = ({ appKey, uri }: { readonly appKey: string; readonly uri: string }) => (
  <ol className={styles.steps}>
    <li>If you don&rsquo;t have an authenticator app yet, install one on your phone. Any app works.</li>
    <li>
      <p>Add an account in the app and scan this QR code:</p>
      <QrCode text={uri} />
      <p>
        If you can&rsquo;t scan it, type this key into the app:{' '}
        <code className={styles.key}>{inGroups(appKey)}</code>
      </p>
      <p>
        If the app is on this device, <a href={uri}>open this link</a>.
      </p>
    </li>
    <li>Enter the code that the app now shows:</li>
  </ol>
)

/** Draws a QR code, dark on light in every colour scheme: many cameras read no inverted codes. */
const QrCode = ({ text }: { readonly text: string }) => {
  const { size, data } = encode(text, { border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label="QR code with your key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} />
    </svg>
  )
}

export default SetUp
