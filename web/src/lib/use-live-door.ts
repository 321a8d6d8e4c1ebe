import { useEffect } from 'react'
import { followServerTime } from './at-server-time.ts'
import { showDoor } from './live-door.ts'
import { serverNow } from './server-time.ts'

/** Keeps the doors and their texts up to date with the server's clock, on every page that the app shows. */
export const useLiveDoor = (): void =>
  useEffect(() => followServerTime(() => showDoor(serverNow()).until.getTime()), [])
