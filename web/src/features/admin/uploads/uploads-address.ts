import * as paths from '#shared/values/site-map.ts'
import { countryFilters, type FileView, sortings } from './file-view.ts'

const uploads = `${paths.admin}/uploads`

// The search, the filters and the order are part of the address, so that a reload, a link and the back button lead to
// the same files.

/** Reads the view from an address. Unknown orders and countries are ignored. */
export const viewOf = (search: URLSearchParams): FileView => ({
  text: (search.get('q') ?? '').trim(),
  sorting: sortings.find((sorting) => sorting === search.get('sort')) ?? 'newest',
  type: search.get('type') ?? '',
  country: countryFilters.find((country) => country === search.get('country')) ?? '',
})

/** Returns the address of a view. */
export const addressOf = ({ text, sorting, type, country }: FileView): string => {
  const search = new URLSearchParams({
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(sorting === 'newest' ? {} : { sort: sorting }),
    ...(type === '' ? {} : { type }),
    ...(country === '' ? {} : { country }),
  }).toString()
  return search === '' ? uploads : `${uploads}?${search}`
}
