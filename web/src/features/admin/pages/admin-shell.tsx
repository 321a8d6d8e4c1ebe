import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../admin.module.css'
import { SecondFactorGuard } from '../second-factor/second-factor-guard.tsx'
import { sectionAt, sections } from './sections.ts'

const drawerId = 'admin-menu'

const closeDrawer = (): void => {
  const drawer = document.getElementById(drawerId)
  if (drawer instanceof HTMLDialogElement && drawer.open) drawer.close()
}

/** The admin area, behind the second factor. */
const AdminShell = () => (
  <SecondFactorGuard>
    <Sections />
  </SecondFactorGuard>
)

/** Shows the current section beside the sidebar, which is a drawer on small screens. */
const Sections = () => {
  const { pathname, key } = useLocation()
  const { name, label, description, Page } = sectionAt(pathname)
  // The key changes even when the link of the current section is pressed.
  useEffect(closeDrawer, [key])
  return (
    <div className={styles.frame}>
      <div className={styles.shell}>
        <PageMeta title={`${label} · Admin`} description={description} />
        <button
          type="button"
          className={styles.open}
          command="show-modal"
          commandfor={drawerId}
          data-no-print
        >
          <Icon name="menu" />
          Admin menu
        </button>
        <Sheet id={drawerId} title="Admin menu" side="right">
          <SectionLinks label="Admin menu" current={name} />
        </Sheet>
        <aside className={styles.side} data-no-print>
          <SectionLinks label="Admin" current={name} />
        </aside>
        <div className={styles.content}>
          <Page props={{}} placeholder={<Spinner label="Loading" size={32} />} />
        </div>
      </div>
    </div>
  )
}

const SectionLinks = ({ label, current }: { label: string; current: string }) => (
  <nav aria-label={label}>
    <ul className={styles.sections}>
      {sections.map((section) => (
        <li key={section.name}>
          <Link
            to={`${paths.admin}/${section.name}`}
            className={styles.section}
            aria-current={section.name === current ? 'page' : undefined}
          >
            {section.label}
          </Link>
        </li>
      ))}
    </ul>
    <Link to={paths.home} className={styles.section}>
      <Icon name="arrow-left" size={18} />
      Back to Site
    </Link>
  </nav>
)

export default AdminShell
