import type { ReactNode } from 'react'
import type { DrawingName } from '#web/content/home.ts'
import styles from '../drawing.module.css'

/** A letter that comes through the letterbox of a front door. */
const letterbox = (
  <>
    <path d="M8 6h64v68H8z" className={styles.blue} />
    <path d="M15 12h22v22H15zM43 12h22v22H43zM15 62h22v12H15zM43 62h22v12H43z" className={styles.shade} />
    <path d="M18 41h44v14H18z" className={styles.brass} />
    <path d="M22 45h36v6H22z" className={styles.iron} />
    <path d="M25 48l3 24h26l3-24z" className={styles.card} />
    <path d="M32 56h16M32.5 61h13M33 66h10" className={styles.rule} />
  </>
)

/** A shelf of books and folders. */
const shelf = (
  <>
    <path d="M4 8h72v66H4z" className={styles.wall} />
    <path d="M10 16h9v22h-9zM44 20h8v18h-8z" className={styles.green} />
    <path d="M20 12h8v26h-8zM62 14h8v24h-8z" className={styles.brick} />
    <path d="M29 18h6v20h-6zM10 46h12v22H10z" className={styles.blue} />
    <path d="M36 15h7v23h-7z" className={styles.plum} />
    <path d="M24 50h34v5H24zM26 56h34v6H26zM24 63h32v5H24z" className={styles.card} />
    <path d="M13 51h6v5h-6z" className={styles.brass} />
    <path d="M2 38h76v5H2zM2 68h76v6H2z" className={styles.stone} />
  </>
)

/** A street lamp that is always lit. */
const lamp = (
  <>
    <path d="M40 2l4 6h-8z" className={styles.iron} />
    <path d="M26 14h28l-5 24H31z" className={styles.lit} />
    <path d="M22 14l8-6h20l8 6z" className={styles.iron} />
    <path d="M32.5 14l2 24M47.5 14l-2 24" className={styles.rule} />
    <path d="M30 38h20v4H30zM37 42h6v30h-6zM34 48h12v3H34zM30 70h20v6H30z" className={styles.iron} />
    <path d="M24 46h10M46 46h10" className={styles.rod} />
  </>
)

/** A notice board with dated notices. */
const notice = (
  <>
    <path d="M14 60h4v18h-4zM62 60h4v18h-4z" className={styles.iron} />
    <path d="M4 8h72v54H4z" className={styles.slate} />
    <path d="M9 13h62v44H9z" className={styles.wall} />
    <path d="M14 18h22v28H14zM42 22h24v28H42z" className={styles.card} />
    <path d="M18 26h14M18 31h14M18 36h9M46 30h16M46 35h16M46 40h10" className={styles.rule} />
    <circle cx={25} cy={19.5} r={2} className={styles.brick} />
    <circle cx={54} cy={23.5} r={2} className={styles.green} />
  </>
)

/** A board in a front garden. */
const board = (
  <>
    <path d="M14 4h6v74h-6z" className={styles.card} />
    <path d="M20 12h54v34H20z" className={styles.brick} />
    <path d="M24 16h46v26H24z" className={styles.shade} />
    <text x={47} y={33} className={styles.sold}>
      TO LET
    </text>
    <path d="M28 46h40v12H28z" className={styles.card} />
    <path d="M33 52h30" className={styles.rule} />
    <path d="M2 74h76v4H2z" className={styles.stone} />
  </>
)

/** A teapot and a cup. */
const teapot = (
  <>
    <path d="M12 40q-2-18 18-18t18 18q0 20-18 20T12 40z" className={styles.green} />
    <path d="M46 38l10-9 4 3-13 18z" className={styles.green} />
    <path d="M14 34q-10-2-9 8t11 8" className={styles.rod} />
    <path d="M20 25h20l-3-5H23z" className={styles.shade} />
    <circle cx={30} cy={18} r={3} className={styles.brass} />
    <path d="M50 48h22v8q0 8-11 8t-11-8z" className={styles.card} />
    <path d="M72 50q7 0 4 6-1 3-5 3" className={styles.rule} />
    <path d="M2 64h76v6H2z" className={styles.stone} />
  </>
)

const drawings: Readonly<Record<DrawingName, ReactNode>> = { letterbox, shelf, lamp, notice, board, teapot }

/** A small drawing in the style of the street. Decorative. */
export const Drawing = ({ name }: { readonly name: DrawingName }) => (
  <svg viewBox="0 0 80 80" width={72} height={72} className={styles.drawing} aria-hidden>
    {drawings[name]}
  </svg>
)
