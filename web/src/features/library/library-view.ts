import {
  lawCountries,
  libraryTopics,
  type LawCountry,
  type LibraryTopic,
} from '#shared/values/library-facts.ts'
import { type LibraryKind, libraryKinds } from '#shared/values/library-path.ts'
import * as paths from '#shared/values/site-map.ts'
import type { LibraryItem } from './items.ts'

export const libraryTabs = [...libraryKinds, 'videos'] as const
export type LibraryTab = LibraryKind | 'videos'

/** Filters of the lists. Empty means all. */
export interface Filters {
  readonly country: LawCountry | ''
  readonly type: string
  readonly topic: LibraryTopic | ''
}

export const noFilters: Filters = { country: '', type: '', topic: '' }

/** The state of the page. It is part of the address, so that members can bookmark and share it. */
export interface LibraryView extends Filters {
  readonly tab: LibraryTab
  readonly query: string
  /** The file or video to scroll to. */
  readonly item: string | undefined
  /** The tabs whose lists are shown completely. */
  readonly all: readonly LibraryTab[]
}

/** Reads the view from an address. Ignores unknown values. */
export const viewOf = (search: URLSearchParams): LibraryView => ({
  tab: libraryTabs.find((tab) => tab === search.get('tab')) ?? 'guides',
  query: search.get('q') ?? '',
  country: lawCountries.find((country) => country === search.get('country')) ?? '',
  type: search.get('type') ?? '',
  topic: libraryTopics.find((topic) => topic === search.get('topic')) ?? '',
  item: search.get('item') ?? undefined,
  all: libraryTabs.filter((tab) => search.get('all')?.split(' ').includes(tab)),
})

/** Returns the address of a view. */
export const addressOf = ({ tab, query, item, all, ...filters }: Partial<LibraryView>): string => {
  const values = {
    tab: tab === 'guides' ? '' : tab,
    q: query,
    ...filters,
    item,
    all: libraryTabs.filter((one) => all?.includes(one)).join(' '),
  }
  const search = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
  return search === '' ? paths.library : `${paths.library}?${search}`
}

/** Returns the items that pass the filters. Items about both countries pass the filter for either. */
export const filtered = <Item extends LibraryItem>(
  items: readonly Item[],
  filters: Filters,
): readonly Item[] => {
  const { country, type, topic } = filters
  if (country === '' && type === '' && topic === '') return items
  return items.filter(
    ({ facts, typeName }) =>
      (country === '' || facts?.country === country || facts?.country === 'both') &&
      (type === '' || typeName === type) &&
      (topic === '' || facts?.topic === topic),
  )
}
