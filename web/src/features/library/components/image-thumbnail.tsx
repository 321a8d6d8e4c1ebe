import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { createThumbnailLink } from '../api.ts'
import styles from '../library.module.css'
import { useNear } from '../use-near.ts'

/** The signed links of this tab, so that a list that opens again does not request them again. */
const signedUrls = new Map<string, Promise<string>>()

const signedUrlOf = (path: string): Promise<string> => {
  const cached = signedUrls.get(path)
  if (cached) return cached
  const url = createThumbnailLink(path).then((links) => links.url)
  signedUrls.set(path, url)
  url.catch(() => signedUrls.delete(path))
  return url
}

/** A thumbnail of an image file. Shows an icon until it has loaded, and when it fails to load. */
export const ImageThumbnail = ({ path }: { path: string }) => {
  const { ref, near } = useNear<HTMLSpanElement>()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!near) return
    let mounted = true
    signedUrlOf(path).then(
      (signedUrl) => mounted && setUrl(signedUrl),
      () => undefined, // the icon stays, and the file can still be opened
    )
    return () => {
      mounted = false
    }
  }, [path, near])
  const onError = () => {
    signedUrls.delete(path)
    setUrl(undefined)
  }
  return (
    <span ref={ref} className={styles.picture}>
      {url === undefined ? (
        <Icon name="image" size={24} className={styles.kind} />
      ) : (
        <img
          src={url}
          alt=""
          width={48}
          height={36}
          decoding="async"
          className={styles.thumbnail}
          onError={onError}
        />
      )}
    </span>
  )
}
