/** A decoded form body or query. Leaves are text; lists are objects with the keys 0, 1, 2 … */
export interface FormData {
  [key: string]: string | FormData
}

const empty = (): FormData => Object.create(null) as FormData

/** `line_items[0][price]` → `['line_items', '0', 'price']`. */
const segments = (name: string): string[] => {
  const open = name.indexOf('[')
  if (open < 0) return [name]
  return [
    name.slice(0, open),
    ...[...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  ]
}

const put = (form: FormData, path: readonly string[], value: string): void => {
  let at = form
  path.forEach((segment, depth) => {
    const key = segment === '' ? String(Object.keys(at).length) : segment
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    const next = at[key]
    at = typeof next === 'object' ? next : (at[key] = empty())
  })
}

/** Parses `application/x-www-form-urlencoded` with Stripe's brackets: `expand[]=a&metadata[k]=v`. */
export const parseForm = (text: string): FormData => {
  const form = empty()
  for (const [name, value] of new URLSearchParams(text)) put(form, segments(name), value)
  return form
}
