import type { ReactNode } from 'react'
import { useSession } from '../../../lib/session.ts'

export interface WhenProps {
  readonly who: 'signed-in' | 'signed-out'
  readonly as?: 'span' | 'li'
  readonly children: ReactNode
}

/**
 * Shows its children to signed-in or signed-out people only. While nobody knows yet (in prerendered HTML),
 * they are there with a mark by which the style sheet shows or hides them. The wrapper stays: a new element would
 * lose the focus, and a click that waited for the app.
 */
export const When = ({ who, as: Wrapper = 'span', children }: WhenProps) => {
  const { user, loading } = useSession()
  if (!loading && (user !== null) !== (who === 'signed-in')) return null
  return <Wrapper data-when={loading ? who : 'known'}>{children}</Wrapper>
}
