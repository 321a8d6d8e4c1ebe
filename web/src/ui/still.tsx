import { useState, type ComponentProps } from 'react'

/** A picture that is decoration: where it cannot be had, its place stays empty instead of showing a fault. */
export const Still = (props: Omit<ComponentProps<'img'>, 'alt' | 'onError'>) => {
  const [lost, setLost] = useState(false)
  return lost ? null : <img {...props} alt="" loading="lazy" decoding="async" onError={() => setLost(true)} />
}
