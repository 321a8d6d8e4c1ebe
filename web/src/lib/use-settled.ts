import { useEffect, useState } from 'react'

/** Returns a value as it was before the latest changes, until it has not changed for a time in milliseconds. */
export const useSettled = <T>(value: T, ms: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
