import { type ReactNode, useState } from 'react'
import type { CallResult } from '#web/lib/call.ts'
import { useEditFocus } from '#web/ui/focus/use-edit-focus.ts'
import type { Result } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonLines } from '#web/ui/skeleton-lines.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { useAccountForms } from './use-account-forms.ts'

type Profile = CallResult<'get-profile'>

/**
 * Returns the details that were changed last. The loaded details may be newer, if they were changed elsewhere, or older, if
 * the page requested them before the details were saved here. Details without a time have not changed since the sign-up.
 */
const newerOf = (saved: Profile, loaded: Profile): Profile =>
  (loaded.details_changed_at ?? '') > (saved.details_changed_at ?? '') ? loaded : saved

const userTypeNames = { landlord: 'Landlord', agent: 'Agent' } as const

/**
 * Shows the details that were entered at sign-up, and lets the user edit them. While they are loading, only the card
 * above says so.
 */
export const DetailsCard = ({ profile }: { readonly profile: Result<Profile> }) => {
  const [editing, setEditing] = useState(false)
  const forms = useAccountForms(editing, () => setEditing(false))
  const card = useEditFocus<HTMLElement>(editing && forms !== undefined, { field: 'input', button: 'button' })
  /** The details as last saved here. */
  const [saved, setSaved] = useState<Profile>()
  if (profile.state === 'failed') return null
  if (profile.state === 'loading')
    return (
      <Card title="Your details">
        <div className={styles.factsLoading}>
          <SkeletonLines count={7} />
        </div>
      </Card>
    )
  const details = saved === undefined ? profile.data : newerOf(saved, profile.data)
  const onSaved = (changed: Profile) => {
    setSaved(changed)
    setEditing(false)
    toast({ title: 'Details saved', description: 'Your details have been updated.' })
  }
  return (
    <Card ref={card} title="Your details">
      {editing && forms ? (
        <forms.DetailsForm profile={details} onSaved={onSaved} onCancel={() => setEditing(false)} />
      ) : (
        <div className={styles.stack}>
          <Details profile={details} />
          <div>
            <Button variant="secondary" loading={editing} onClick={() => setEditing(true)}>
              Edit details
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}

const Details = ({ profile }: { profile: Profile }) => (
  <dl className={styles.details}>
    <Fact name="Name">{profile.full_name}</Fact>
    <Fact name="Company">{profile.company_name}</Fact>
    <Fact name="Address">
      {[profile.street_address, profile.city, profile.postcode.replaceAll(' ', '\u00A0')]
        .filter(Boolean)
        .join(', ')}
    </Fact>
    <Fact name="Number of employees">{profile.number_of_employees}</Fact>
    <Fact name="Landlord or agent">{userTypeNames[profile.user_type]}</Fact>
  </dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
