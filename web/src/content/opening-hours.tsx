import styles from './opening-hours.module.css'

const hours = [
  ['Monday to Friday', '10:00-16:00'],
  ['Saturday', '10:00-13:00'],
  ['Sunday', 'Closed'],
] as const

/** When advisers answer the chat, London time. */
export const OpeningHours = () => (
  <dl className={styles.hours}>
    {hours.map(([days, times]) => (
      <div key={days}>
        <dt>{days}</dt>
        <dd>{times}</dd>
      </div>
    ))}
  </dl>
)
