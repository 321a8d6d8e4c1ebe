import { useLocation } from 'react-router-dom'
import { brand } from '../../../shared/values/brand.ts'

export interface PageMetaProps {
  /** Without the name of the service, which is added; none where the page is not known yet. */
  readonly title?: string
  readonly description: string
  /** The page's one address, from `/`; without it the page asks not to be indexed. */
  readonly path?: string
  /** Stands at any address at all, so that it has none of its own. */
  readonly anywhere?: boolean
}

/** Title, description and canonical link of a page. React lifts them into the document's head. */
export const PageMeta = ({ title, description, path, anywhere }: PageMetaProps) => {
  const { pathname } = useLocation()
  return (
    <>
      <title>{title === undefined ? brand.name : `${title} · ${brand.name}`}</title>
      <meta name="description" content={description} />
      {path === undefined ? <meta name="robots" content="noindex" /> : null}
      {anywhere ? null : <link rel="canonical" href={`${import.meta.env.SITE_ORIGIN}${path ?? pathname}`} />}
    </>
  )
}
