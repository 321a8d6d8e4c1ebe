import { useState, type ComponentProps } from 'react'

/** An image without information. Shows nothing if it fails to load. */
export const DecorativeImage = (props: Omit<ComponentProps<'img'>, 'alt' | 'onError'>) => {
  const [failed, setFailed] = useState(false)
  return failed ? null : (
    <img {...props} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
  )
}
