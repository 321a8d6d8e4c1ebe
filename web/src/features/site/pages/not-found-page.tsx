import { LinkButton } from '../../../ui/button.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import styles from './pages.module.css'

/** Any address that is not ours: a door number that does not exist. */
const NotFoundPage = () => (
  <div className={styles.lost}>
    <PageMeta title="Page not found" description="There is no page at this address." anywhere />
    <Door colour="admin" number="404" height={210} />
    <h1>404</h1>
    <p>Oops! Page not found</p>
    <p>There is no door with this number on our street. The address may be mistyped or out of date.</p>
    <LinkButton to="/">Return to Home</LinkButton>
  </div>
)

export default NotFoundPage
