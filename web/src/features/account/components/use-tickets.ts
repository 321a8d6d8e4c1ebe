import { useState } from 'react'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { addTickets, listTickets, type LoadedTickets } from '../api.ts'

/** Loads the first page of the account's tickets, and further ones as they are asked for. */
export const useTickets = () => {
  const [{ load, failureTitle }, setRequest] = useState(() => ({
    load: () => listTickets(1),
    failureTitle: 'Your tickets could not be loaded',
  }))
  const loaded = useLoaded(load)
  return {
    ...loaded,
    failureTitle,
    /** Loads the page that follows these tickets. */
    loadMore: (tickets: LoadedTickets) =>
      setRequest({
        load: () => addTickets(tickets),
        failureTitle: 'The older tickets could not be loaded',
      }),
    /** Loads these tickets again. */
    reloadAll: ({ pages }: LoadedTickets) =>
      setRequest({ load: () => listTickets(pages), failureTitle: 'Your tickets could not be updated' }),
  }
}
