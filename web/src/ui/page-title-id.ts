/**
 * The id of the main heading. It names the content of the page, which gets the focus when the user goes to another page:
 * screen readers then say which page it is.
 */
export const pageTitleId = 'page-title'
