import type { ReactNode } from 'react'
import { useSession } from '#web/lib/session.ts'

export interface SessionConditionProps {
  readonly as?: 'span' | 'li'
  readonly children: ReactNode
}

/**
 * While the session is unknown, as in prerendered HTML, both conditions render their children and the
 * `data-when` attribute lets the style sheet show the right ones. The wrapper element stays the same
 * afterwards: a new element would lose the focus, and any click that waits for the app.
 */
const renderIf = (when: 'signed-in' | 'signed-out') =>
  function SessionCondition({ as: Wrapper = 'span', children }: SessionConditionProps) {
    const { user, loading } = useSession()
    if (!loading && (user !== null) !== (when === 'signed-in')) return null
    return <Wrapper data-when={loading ? when : 'known'}>{children}</Wrapper>
  }

/** Shows its children to signed-in users only. */
export const IfSignedIn = renderIf('signed-in')

/** Shows its children to signed-out visitors only. */
export const IfSignedOut = renderIf('signed-out')
