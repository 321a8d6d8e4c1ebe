import { useCallback, useMemo, useState } from 'react'

/** Keeps which of these items are selected, by path or id. Items that no longer exist are deselected. */
export const useSelection = (ids: readonly string[] | undefined) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const current = useMemo(() => new Set((ids ?? []).filter((id) => selected.has(id))), [ids, selected])
  const select = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => {
      const next = new Set(before)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return { selected: current, setSelected, select }
}
