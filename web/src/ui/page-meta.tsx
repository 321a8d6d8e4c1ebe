import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react'
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

/** Receives the head elements of a page that is being prerendered. */
export const HeadCollector = createContext<((head: ReactNode) => void) | undefined>(undefined)

/** Sets an attribute of the element of the head that a selector finds, or removes the element. */
const setInHead = (selector: string, create: () => HTMLElement, attribute: string, value?: string): void => {
  const found = document.head.querySelector(selector)
  if (value === undefined) found?.remove()
  else (found ?? document.head.appendChild(create())).setAttribute(attribute, value)
}

const metaNamed = (name: string) => () => Object.assign(document.createElement('meta'), { name })

const canonicalLink = () => Object.assign(document.createElement('link'), { rel: 'canonical' })

/** Title, description and canonical link of a page, in the document's head. */
export const PageMeta = ({ title, description, path, anywhere }: PageMetaProps) => {
  const { pathname } = useLocation()
  const fullTitle = title === undefined ? brand.name : `${title} · ${brand.name}`
  const robots = path === undefined ? 'noindex' : undefined
  const canonical = anywhere ? undefined : `${import.meta.env.SITE_ORIGIN}${path ?? pathname}`
  useContext(HeadCollector)?.(
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {robots && <meta name="robots" content={robots} />}
      {canonical && <link rel="canonical" href={canonical} />}
    </>,
  )
  useLayoutEffect(() => {
    document.title = fullTitle
    setInHead('meta[name="description"]', metaNamed('description'), 'content', description)
    setInHead('meta[name="robots"]', metaNamed('robots'), 'content', robots)
    setInHead('link[rel="canonical"]', canonicalLink, 'href', canonical)
  }, [fullTitle, description, robots, canonical])
  return null
}
