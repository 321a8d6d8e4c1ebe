import { useState, type ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Door } from '#web/ui/door.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StrengthMeter } from '#web/ui/strength-meter.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { notify, toast } from '#web/ui/toast.ts'

const Row = ({ children }: { readonly children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-2)' }}>
    {children}
  </div>
)

const Buttons = () => (
  <Card title="Buttons">
    <Row>
      {(['primary', 'secondary', 'quiet', 'destructive'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button disabled>Disabled</Button>
      <Button loading>Loading</Button>
      <Button size="small">Small</Button>
      <Button size="large">Large</Button>
    </Row>
  </Card>
)

const plans = [
  { value: 'monthly', label: 'Monthly', description: 'Cancel anytime' },
  { value: 'annual', label: 'Annual' },
]

const Fields = () => (
  <Card title="Fields">
    <div style={{ display: 'grid', gap: 'var(--space-3)' }}>
      <TextField label="Company name" hint="As on your letterhead" placeholder="Placeholder" />
      <TextField label="City" error="City is required" />
      <TextField label="Disabled" disabled defaultValue="Not now" />
      <PasswordField label="Password" />
      {(['Weak', 'Fair', 'Good', 'Strong'] as const).map((band) => (
        <StrengthMeter key={band} score={0} band={band} />
      ))}
      <SelectField label="Plan" options={plans} placeholder="Please choose" />
      <TextArea label="Message" error="Message must be at least 10 characters" />
      <Checkbox label="Remember me" defaultChecked />
      <RadioCards label="Your plan" name="plan" options={plans} />
      <RadioCards label="Your other plan" name="other" options={plans} error="Please choose a plan" />
    </div>
  </Card>
)

const Messages = () => (
  <Card title="Messages">
    <div style={{ display: 'grid', gap: 'var(--space-2)' }}>
      {(['info', 'success', 'warning', 'error'] as const).map((kind) => (
        <Alert key={kind} kind={kind} title={kind} onDismiss={() => undefined}>
          What happened, and what to do next.
        </Alert>
      ))}
      <Row>
        {(['plain', 'brick', 'signal', 'amber', 'red', 'blue'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        <Button onClick={() => toast({ title: 'Saved', description: 'It is safe.' })}>Toast</Button>
        <Button onClick={() => toast({ title: 'Error', variant: 'destructive' })}>Destructive toast</Button>
        <Button onClick={() => notify({ title: 'Rejected: house.exe', variant: 'destructive' })}>
          Notice
        </Button>
      </Row>
      <Spinner label="Loading" />
      <ProgressBar label="Upload" percent={40} />
      <Skeleton />
    </div>
  </Card>
)

const Windows = () => {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Card title="Tabs and dialogs">
      <Tabs
        label="Library"
        tabs={[
          { value: 'guides', label: 'Guides', content: <EmptyState title="No guides found." /> },
          { value: 'templates', label: 'Templates', content: <EmptyState title="No templates found." /> },
        ]}
      />
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete the file"
        description="This can’t be undone."
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Keep it
            </Button>
            <Button variant="destructive" onClick={close}>
              Delete
            </Button>
          </>
        }
      />
    </Card>
  )
}

const Doors = () => (
  <Card title="Doors">
    <Row>
      {(['advice', 'library', 'pricing', 'account', 'admin'] as const).map((colour) => (
        <Door key={colour} colour={colour} number="7" height={144} />
      ))}
      <Door state="open" number="8" height={144} />
    </Row>
  </Card>
)

/** The component gallery: every UI component in every state, on one page. */
export const Gallery = () => (
  <main
    style={{
      display: 'grid',
      gap: 'var(--space-3)',
      maxInlineSize: '48rem',
      margin: 'var(--space-4) auto',
      paddingInline: 'var(--space-2)',
    }}
  >
    <h1>Component gallery</h1>
    <Buttons />
    <Fields />
    <Messages />
    <Windows />
    <Doors />
  </main>
)
