/**
 * Returns what a visitor has typed into a prerendered form before the page's code was loaded. Call it during the
 * first render over the HTML, so that nothing typed is lost. Empty on the server and on later visits.
 */
export const typedBefore = (formId: string): Record<string, string> => {
  if (typeof document === 'undefined') return {}
  const form = document.getElementById(formId)
  if (!(form instanceof HTMLFormElement)) return {}
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value ? [[name, value]] : [],
    ),
  )
}
