import { useEffect, useState } from 'react'
import { createThumbnailLink } from '../api.ts'
import styles from '../library.module.css'
import { useNear } from '../use-near.ts'
import { FileIcon } from './file-icon.tsx'

/** Time for which a signed link is used again, in milliseconds. Links for admins are valid for a minute. */
const reuseMs = 50_000

interface SignedUrl {
  readonly url: Promise<string>
  /** Milliseconds since 1970. */
  readonly requestedAt: number
}

/** The signed links of this tab by version of a file, so that a list that opens again does not request them again. */
const signedUrls = new Map<string, SignedUrl>()

const signedUrlOf = (path: string, version: string): Promise<string> => {
  const cached = signedUrls.get(version)
  if (cached && Date.now() - cached.requestedAt < reuseMs) return cached.url
  const url = createThumbnailLink(path).then((links) => links.url)
  signedUrls.set(version, { url, requestedAt: Date.now() })
  url.catch(() => signedUrls.delete(version))
  return url
}

interface ImageThumbnailProps {
  readonly path: string
  /** A replaced file has the same path and another image. */
  readonly changedAt: string
}

/** A thumbnail of an image file. Shows an icon until it has loaded, and when it fails to load with a new link too. */
export const ImageThumbnail = ({ path, changedAt }: ImageThumbnailProps) => {
  const version = `${path} ${changedAt}`
  const { ref, near } = useNear<HTMLSpanElement>()
  const [url, setUrl] = useState<string>()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!near || failures > 1) return
    let mounted = true
    signedUrlOf(path, version).then(
      (signedUrl) => mounted && setUrl(signedUrl),
      () => undefined, // the icon stays, and the file can still be opened
    )
    return () => {
      mounted = false
    }
  }, [path, version, near, failures])
  const onError = () => {
    signedUrls.delete(version)
    setUrl(undefined)
    setFailures((count) => count + 1)
  }
  return (
    <span ref={ref} className={styles.picture}>
      {url === undefined ? (
        <FileIcon fileClass="image" />
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
