import { Door, type DoorColour } from '#web/ui/door.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './terrace.module.css'

interface House {
  readonly colour: DoorColour
  readonly number: string
  /** True for our house, whose door follows the opening hours. The neighbours' doors are closed. */
  readonly ours?: boolean
  readonly windowLit?: boolean
}

/** The row is wider than most screens. The middle house is always in view, so it is ours. */
const houses: readonly House[] = [
  { colour: 'library', number: '21' },
  { colour: 'admin', number: '22' },
  { colour: 'advice', number: '23' },
  { colour: 'pricing', number: '24', ours: true },
  { colour: 'account', number: '25' },
  { colour: 'library', number: '26', windowLit: true },
  { colour: 'advice', number: '27' },
]

const railings = Array.from({ length: 13 }, (_, index) => 6 + index * 8)

const SashWindow = ({ lit, live }: { readonly lit: boolean | undefined; readonly live: boolean }) => (
  <g>
    <path d="M16 38h76v92H16z" className={styles.frame} />
    <path
      d="M20 42h68v40H20zM20 86h68v40H20z"
      className={classNames(lit ? styles.lit : styles.glass, live && styles.live)}
    />
    <path d="M42.5 42v40M65.5 42v40M20 62h68M42.5 86v40M65.5 86v40M20 106h68" className={styles.bar} />
    <path d="M8 24h92v10H8zM8 130h92v7H8z" className={styles.stone} />
  </g>
)

const Railings = () => (
  <g className={styles.rail}>
    <path d={railings.map((x) => `M${x} 206V162`).join('')} />
    <path d="M0 170h108M0 198h108" />
    <path d={railings.map((x) => `M${x} 156l2.5 6h-5z`).join('')} className={styles.spear} />
  </g>
)

/** One house: a sash window behind railings, and a front door. */
const Bay = ({ colour, number, ours = false, windowLit }: House) => (
  <svg viewBox="0 0 260 220" preserveAspectRatio="xMidYMax slice" className={styles.bay}>
    <path d="M0 8h260v200H0z" className={styles.wall} />
    <path d="M0 0h260v8H0z" className={styles.stone} />
    <path d="M0 40h260M0 72h260M0 104h260M0 136h260M0 168h260" className={styles.joint} />
    <path d="M0 186h260v22H0z" className={styles.plinth} />
    <SashWindow lit={windowLit} live={ours} />
    <Railings />
    <svg x={128} y={28} width={120} height={180}>
      <Door colour={colour} number={number} state={ours ? 'live' : 'closed'} />
    </svg>
    <path d="M0 208h260v12H0z" className={styles.pavement} />
    {ours ? <path d="M158 208h64l18 12h-76z" className={styles.spill} /> : null}
  </svg>
)

/** Decorative row of houses. Our door is open, and its window lit, while advisers are in. */
export const Terrace = () => (
  <div className={styles.terrace} aria-hidden="true">
    {houses.map((house) => (
      <Bay key={house.number} {...house} />
    ))}
  </div>
)
