import { useLocation } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'

export interface PageMetaProps {
  /** Without the name of the service, which is added. Undefined for the app shell. */
  readonly title?: string
  readonly description: string
  /** The canonical path of the page. Without it, search engines do not index the page. */
  readonly path?: string
  /**
   * Omits the canonical link, for a page without an address of its own. The 404 page is served at every unknown
   * address: a canonical link would tell search engines that one of them exists.
   */
  readonly anywhere?: boolean
}

/** Title, description and canonical link of a page. React moves them into the document's head. */
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
