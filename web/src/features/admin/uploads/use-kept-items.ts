import { useCallback, useMemo, useState } from 'react'
import { isKnownAsDeleted } from './tab-deletions.ts'

/** The forms that a row can have open. */
type RowForm = 'facts' | 'title'

/** Called when a form of an item's row opens or closes. */
export type OnEditing<T> = (item: T, form: RowForm, isOpen: boolean) => void

interface OpenForm<T> {
  readonly form: RowForm
  readonly item: T
  /** Place of the item in the list when the form was opened. */
  readonly index: number
}

/**
 * Keeps the items with an open form in a list, at their place, when the list no longer has them: what was typed must
 * not disappear because another admin, a filter or a new order has changed the list. Drops items that
 * this tab knows to be deleted.
 *
 * @param keyOf must be the same function on every render
 */
export const useKeptItems = <T>(items: readonly T[], keyOf: (item: T) => string) => {
  const [open, setOpen] = useState<readonly OpenForm<T>[]>([])
  const kept = useMemo(() => {
    const list = [...items]
    for (const { item, index } of open)
      if (!isKnownAsDeleted(keyOf(item)) && !list.some((other) => keyOf(other) === keyOf(item)))
        list.splice(index, 0, item)
    return list
  }, [items, open, keyOf])
  /** Reports that a form of an item was opened or closed. */
  const setEditing: OnEditing<T> = useCallback(
    (item, form, isOpen) => {
      const key = keyOf(item)
      const index = Math.max(
        0,
        items.findIndex((other) => keyOf(other) === key),
      )
      setOpen((before) => {
        const others = before.filter((one) => one.form !== form || keyOf(one.item) !== key)
        return isOpen ? [...others, { form, item, index }] : others
      })
    },
    [items, keyOf],
  )
  return { kept, setEditing }
}
