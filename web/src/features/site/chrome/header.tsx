import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { DoorWords } from '#web/components/door-texts.tsx'
import { SupportEmail } from '#web/components/support-email.tsx'
import { useLiveDoor } from '#web/lib/use-live-door.ts'
import { useSession } from '#web/lib/session.ts'
import { Door } from '#web/ui/door.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './header.module.css'
import { AccountLinks, MainLinks } from './links.tsx'

const drawerId = 'menu'

const closeDrawer = (): void => {
  const drawer = document.getElementById(drawerId)
  if (drawer instanceof HTMLDialogElement) drawer.close()
}

const Drawer = () => {
  // The key changes even when the link of the current page is pressed.
  const { key } = useLocation()
  const shownKey = useRef(key)
  useEffect(() => {
    // The drawer works before the app is ready, so it may be open on the first render.
    if (shownKey.current !== key) closeDrawer()
    shownKey.current = key
  }, [key])
  return (
    <Sheet id={drawerId} title="Menu" side="right" hiddenTitle>
      <nav aria-label="Menu" className={styles.drawer}>
        <MainLinks admin={{ to: paths.admin, label: 'Admin Panel' }} />
        <AccountLinks />
        <p className={styles.support}>
          Need help? Email us at
          <SupportEmail />
        </p>
      </nav>
    </Sheet>
  )
}

/** Header of every page. */
export const Header = () => {
  useLiveDoor()
  const { user } = useSession()
  return (
    <header className={styles.header} data-user={user === null ? undefined : ''}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.brand}>
          <Door height={36} />
          <span>
            {brand.name} <DoorWords className={styles.status} />
          </span>
        </Link>
        <nav aria-label="Main" className={styles.wide}>
          <MainLinks admin={{ to: `${paths.admin}/users`, label: 'Admin' }} />
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
}
