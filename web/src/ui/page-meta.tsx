import { brand } from '../../../shared/values/brand.ts'

export interface PageMetaProps {
  /** Without the name of the service, which is added. */
  readonly title: string
  readonly description: string
  /** The page's one address, from `/`; without it the page asks not to be indexed. */
  readonly path?: string
}

/** Title, description and canonical link of a page. React lifts them into the document's head. */
export const PageMeta = ({ title, description, path }: PageMetaProps) => (
  <>
    <title>{`${title} · ${brand.name}`}</title>
    <meta name="description" content={description} />
    {path === undefined ? (
      <meta name="robots" content="noindex" />
    ) : (
      <link rel="canonical" href={`${import.meta.env.SITE_ORIGIN}${path}`} />
    )}
  </>
)
