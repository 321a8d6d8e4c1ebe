import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { brand } from '../../../../../shared/values/brand.ts'
import { Door } from '../../../ui/door.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import styles from './chrome.module.css'
import { AccountLinks, MainLinks } from './links.tsx'

const drawerId = 'menu'

const closeDrawer = (): void => {
  const drawer = document.getElementById(drawerId)
  if (drawer instanceof HTMLDialogElement) drawer.close()
}

const Drawer = () => {
  const { pathname } = useLocation()
  useEffect(closeDrawer, [pathname])
  return (
    <Sheet id={drawerId} title="Menu" side="right" quietTitle>
      <nav aria-label="Menu" className={styles.drawer}>
        <MainLinks admin={{ to: '/admin', label: 'Admin Panel' }} />
        <AccountLinks />
        <p className={styles.support}>
          Need a hand? Write to
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      </nav>
    </Sheet>
  )
}

/** The head of every page. */
export const Header = () => (
  <header className={styles.header}>
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
    <div className={styles.bar}>
      <Link to="/" className={styles.brand}>
        <Door height={36} lit />
        {brand.name}
      </Link>
      <nav aria-label="Main" className={styles.wide}>
        <MainLinks admin={{ to: '/admin/users', label: 'Admin' }} />
        <AccountLinks />
      </nav>
      <button type="button" className={styles.menu} command="show-modal" commandfor={drawerId}>
        <Icon name="menu" size={22} />
        Menu
      </button>
    </div>
    <Drawer />
  </header>
)
