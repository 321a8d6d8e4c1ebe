import { useState } from 'react'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { addTickets, listTickets, type LoadedTickets } from '../api.ts'

/** Loads the first page of the account's tickets, and further ones as they are asked for. */
export const useTickets = () => {
  const [load, setLoad] = useState(() => () => listTickets(1))
  const loaded = useLoaded(load)
  return {
    ...loaded,
    /** Loads the page that follows these tickets. */
    loadMore: (tickets: LoadedTickets) => setLoad(() => () => addTickets(tickets)),
    /** Loads these tickets again. */
    reloadAll: ({ pages }: LoadedTickets) => setLoad(() => () => listTickets(pages)),
  }
}
