import { classNames } from './class-names.ts'
import styles from './door.module.css'

export type DoorColour = 'advice' | 'library' | 'pricing' | 'account' | 'admin'

export interface DoorProps {
  /** The colour of a part of the product. */
  readonly colour?: DoorColour
  /** `live`, the default, follows the opening hours: the door is open while advisers are in. */
  readonly state?: 'live' | 'open' | 'closed'
  /** The house number on the fanlight; up to three characters. */
  readonly number?: string
  /** In pixels; the width is two thirds of it. By default, the drawing fills its container. */
  readonly height?: number
}

const bars = [-60, -30, 0, 30, 60]

const Fanlight = ({ number }: { readonly number?: string | undefined }) => (
  <>
    <path d="M26 60a34 34 0 0 1 68 0z" className={styles.glass} />
    <g className={styles.bar}>
      {bars.map((angle) => (
        <path key={angle} d="M60 46V26" transform={`rotate(${angle} 60 60)`} />
      ))}
      <path d="M46 60a14 14 0 0 1 28 0" />
    </g>
    {number ? (
      <text x={60} y={57.5} className={styles.number}>
        {number}
      </text>
    ) : null}
  </>
)

const Leaf = () => (
  <>
    <path d="M28 66h64v104H28z" className={styles.leaf} />
    <path d="M35 73h22v40H35zM63 73h22v40H63zM35 134h22v29H35zM63 134h22v29H63z" className={styles.panel} />
    <path d="M48 121h24v5H48z" className={styles.brass} />
    <circle cx={86.5} cy={124} r={2.4} className={styles.brass} />
  </>
)

const OpenLeaf = () => (
  <>
    <path d="M28 66h64v104H28z" className={styles.light} />
    <path d="M28 66l22 6v92l-22 6z" className={styles.leaf} />
    <path d="M32.5 74.5l13 3.4v34l-13 .8zM32.5 134.5l13-.6v22.5l-13 3.6z" className={styles.panel} />
    <circle cx={47} cy={123} r={2.2} className={styles.brass} />
  </>
)

/** The drawing of the brand: a front door with fanlight, panels, letterbox and number. Decorative. */
export const Door = ({ colour = 'advice', state = 'live', number, height }: DoorProps) => (
  <svg
    viewBox="0 0 120 180"
    className={classNames(
      styles.door,
      styles[colour],
      state === 'open' && styles.lit,
      state === 'live' && styles.live,
    )}
    {...(height ? { width: (height * 2) / 3, height } : {})}
    aria-hidden="true"
  >
    <path d="M14 170V60a46 46 0 0 1 92 0v110z" className={styles.stone} />
    <path d="M14 62h12M94 62h12M14 164h12M94 164h12" className={styles.edge} />
    <path d="M55 13h10l-2 13h-6z" className={styles.keystone} />
    <path d="M26 170V60h68v110z" className={styles.frame} />
    <Fanlight number={number} />
    {state === 'open' ? null : (
      <g className={styles.shut}>
        <Leaf />
      </g>
    )}
    {state === 'closed' ? null : (
      <g className={styles.open}>
        <OpenLeaf />
      </g>
    )}
    <path d="M10 170h100v5H10zM4 175h112v5H4z" className={styles.step} />
  </svg>
)
