import type { ReactNode } from 'react'
import { portraits } from '#shared/values/brand.ts'
import styles from './drawing.module.css'

type PortraitName = keyof typeof portraits

/** Short grey hair, a blue jacket and an open collar. */
const england = (
  <>
    <path d="M14 112q2-26 34-28 32 2 34 28z" className={styles.blue} />
    <path d="M38 84l10 14 10-14 3 3-13 25-13-25z" className={styles.card} />
    <path d="M41 68h14v16q-7 8-14 0z" className={styles.skin} />
    <path d="M41 76q7 7 14 0v4q-7 6-14 0z" className={styles.shade} />
    <path d="M32 50q0-20 16-20t16 20q0 24-16 24T32 50z" className={styles.skin} />
    <path d="M31 52q-4-28 18-27 19 1 16 27-3-2-3-9-8-1-12-6-7 6-15 6-1 7-4 9z" className={styles.hairGrey} />
  </>
)

/** Long dark hair, a green cardigan and a scarf. */
const wales = (
  <>
    <path d="M27 84q-4-54 21-56 25 2 21 56z" className={styles.hairDark} />
    <path d="M14 112q2-26 34-28 32 2 34 28z" className={styles.green} />
    <path d="M41 66h14v18q-7 8-14 0z" className={styles.skinDeep} />
    <path d="M33 52q0-20 15-20t15 20q0 22-15 22T33 52z" className={styles.skinDeep} />
    <path d="M32 54q0-24 16-24t16 24q-5-12-12-15-8 9-20 15z" className={styles.hairDark} />
    <path d="M34 82q14 12 28 0l3 9q-17 12-34 0z" className={styles.brick} />
  </>
)

const people: Readonly<Record<PortraitName, ReactNode>> = { england, wales }

/** The portrait of an adviser: the configured picture, or a drawing of a person at a sash window. Decorative. */
export const Portrait = ({ of: name }: { readonly of: PortraitName }) => {
  const picture = portraits[name]
  if (picture !== undefined) return <img src={picture} alt="" className={styles.photo} />
  return (
    <svg viewBox="0 0 96 124" width={96} height={124} className={styles.drawing} aria-hidden>
      <path d="M4 6h88v110H4z" className={styles.stone} />
      <path d="M12 14h72v98H12z" className={styles.lit} />
      <svg x={12} y={14} width={72} height={98} viewBox="12 14 72 98">
        {people[name]}
      </svg>
      <path d="M13.5 15.5h69v95h-69zM12 24h72M36 15v9M60 15v9" className={styles.frame} />
      <path d="M0 112h96v8H0zM0 2h96v7H0z" className={styles.stone} />
    </svg>
  )
}
