import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface TabsProps {
  /** The label for screen readers. */
  readonly label: string
  readonly tabs: readonly { readonly value: string; readonly label: string; readonly content: ReactNode }[]
  /** The open tab. Without it, the component keeps the state, starting with the first tab. */
  readonly value?: string
  readonly onValueChange?: (value: string) => void
}

/** Tabs with one visible panel. Arrow keys move between the tabs. */
export const Tabs = ({ label, tabs, value, onValueChange }: TabsProps) => (
  <Radix.Root
    {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
    {...(onValueChange ? { onValueChange } : {})}
  >
    <Radix.List className={styles.list} aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.value} value={tab.value} className={styles.panel}>
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
)
