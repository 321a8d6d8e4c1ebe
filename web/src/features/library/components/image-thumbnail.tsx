import { useEffect, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { createDownload } from '../api/create-download.ts'
import styles from '../library.module.css'
import { useNear } from '../use-near.ts'

/** Links that were signed for this page: a list that opens again need not ask for them again. */
const signed = new Map<string, Promise<string>>()

const addressOf = (path: string): Promise<string> => {
  const known = signed.get(path)
  if (known) return known
  const asked = createDownload(path).then(({ url }) => url)
  signed.set(path, asked)
  asked.catch(() => signed.delete(path))
  return asked
}

/** A small view of an image file; its icon until that is there, and where it cannot be had. */
export const ImageThumbnail = ({ path }: { path: string }) => {
  const { ref, near } = useNear<HTMLSpanElement>()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!near) return
    let wanted = true
    addressOf(path).then(
      (url) => wanted && setAddress(url),
      () => undefined, // the icon stays, and the row opens all the same
    )
    return () => {
      wanted = false
    }
  }, [path, near])
  const lost = () => {
    signed.delete(path)
    setAddress(undefined)
  }
  return (
    <span ref={ref} className={styles.picture}>
      {address === undefined ? (
        <Icon name="image" size={24} className={styles.kind} />
      ) : (
        <img
          src={address}
          alt=""
          width={48}
          height={36}
          decoding="async"
          className={styles.thumbnail}
          onError={lost}
        />
      )}
    </span>
  )
}
