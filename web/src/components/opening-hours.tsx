import { DoorNotice } from './door-texts.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './opening-hours.module.css'

const hours = [
  ['Monday to Friday', '10:00-16:00'],
  ['Saturday', '10:00-13:00'],
  ['Sunday', 'Closed'],
] as const

/** Live chat hours, London time. */
export const OpeningHours = () => (
  <>
    <dl className={styles.hours}>
      {hours.map(([days, times]) => (
        <div key={days}>
          <dt>{days}</dt>
          <dd>{unbroken(times)}</dd>
        </div>
      ))}
      <div>
        <dt>Bank holidays</dt>
        <dd>Closed</dd>
      </div>
    </dl>
    <DoorNotice className={styles.closures} />
  </>
)
