import styles from '../drawing.module.css'

const colours = [styles.green, styles.plum, styles.blue]

export interface HangingSignProps {
  /** The letter on the sign. */
  readonly initial: string
  /** Position in the list, which decides the colour. */
  readonly index: number
}

/** The hanging sign of a firm along the street. Decorative. */
export const HangingSign = ({ initial, index }: HangingSignProps) => (
  <svg viewBox="0 0 128 88" width={128} height={88} className={styles.drawing} aria-hidden>
    <path d="M0 4h10v80H0z" className={styles.stone} />
    <path d="M10 16h104M10 40q26 0 30-24" className={styles.rod} />
    <circle cx={116} cy={16} r={4} className={styles.brass} />
    <path d="M58 18v10M100 18v10" className={styles.rod} />
    <path d="M46 28h66v36q0 16-33 16T46 64z" className={colours[index % colours.length]} />
    <path d="M50 32h58v31q0 13-29 13T50 63z" className={styles.shade} />
    <text x={79} y={62} className={styles.letters}>
      {initial}
    </text>
  </svg>
)
