import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { UserPage } from './user-page.tsx'
import { UserSearch } from './user-search.tsx'
import { addressOf, viewOf } from './users-address.ts'

/** `/admin/users`: searches users by name, company or email address. `?person=<id>` shows one of them. */
const UsersSection = () => {
  const [search] = useSearchParams()
  const view = viewOf(search)
  const [lastOpened, setLastOpened] = useState<string>()
  if (view.person === undefined) return <UserSearch view={view} lastOpened={lastOpened} />
  const back = addressOf({ ...view, person: undefined })
  return <UserPage key={view.person} id={view.person} back={back} onOpen={setLastOpened} />
}

export default UsersSection
