import * as paths from '#shared/values/site-map.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Door } from '#web/ui/door.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import styles from './pages.module.css'

/** Page for unknown addresses. */
const NotFoundPage = () => (
  <div className={styles.lost}>
    <PageMeta title="Page not found" description="There is no page at this address." anywhere />
    <Door colour="admin" number="404" height={210} />
    <h1 id={pageTitleId}>404</h1>
    <p>Oops! Page not found</p>
    <p>We can’t find a page at this address. The address may be mistyped or out of date.</p>
    <LinkButton to={paths.home}>Return to Home</LinkButton>
  </div>
)

export default NotFoundPage
