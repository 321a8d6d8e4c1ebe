/**
 * A set of modules, by their paths in the repository without file extension. `*` stands for any part of a name. A path
 * that ends with `/` stands for a folder with its subfolders.
 */
export interface ModuleSet {
  readonly modules: readonly string[]
  readonly except?: readonly string[]
}

const within = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `${folder}/${name}`)

/** Small modules that neither the members' library nor the frame of every page uses. */
const rareModules: ModuleSet = {
  modules: [
    ...within('web/src/lib', [
      'billing',
      'call-for-page-user',
      'clean-email',
      'code-failure',
      'cognito-sign-in',
      'draft',
      'failure-text',
      'lazy-module',
      'outdated-access',
      'passkeys',
      'recovery',
      'save-file',
      'sign-in',
      'sign-out',
      'update-password',
      'use-chat-provider',
      'use-is-shown',
      'use-open-here',
      'use-recent-sign-in',
    ]),
    ...within('web/src/ui', [
      'badge',
      'card',
      'checkbox',
      'choice',
      'data-table',
      'decorative-image',
      'facts',
      'focus/use-*',
      'form',
      'live-text',
      'new-password-fields',
      'password-field',
      'points',
      'price',
      'progress-bar',
      'radio-cards',
      'skeleton-lines',
      'strength-meter',
      'text-area',
      'use-failure-toast',
      'username-field',
    ]),
    ...within('web/src/components', ['lazy-forms', 'signed-out']),
  ],
}

/** All of our small modules, including the rare ones, except the modules that replace parts of the sign-in library. */
const smallModules: ModuleSet = {
  modules: [
    'web/src/lib/',
    'web/src/ui/',
    ...within('web/src/components', ['needs-script', 'sign-in-link']),
    ...within('shared/values', ['file-types', 'library-facts', 'library-path']),
    'shared/rules/fold',
  ],
  except: [
    ...within('web/src/lib', ['use-new-password', 'sign-in-integer', 'sign-in-state', 'sign-in-time']),
    ...within('web/src/ui', [
      'dialog',
      'notice-viewport',
      'tabs',
      'toast-position',
      'toast-viewport',
      'toast-viewport-settings',
      'toast.module',
      'use-focus-return',
      'use-toast-position',
    ]),
  ],
}

/** The frame of every page: header, footer and banners. */
const frame: ModuleSet = {
  modules: ['web/src/app/', 'web/src/features/site/chrome/'],
  except: [
    ...within('web/src/app', ['gallery', 'entry-gallery', 'entry-server']),
    ...within('web/src/features/site/chrome', ['link-dialog', 'auth-error', 'auth-error-alert']),
  ],
}

/** Components that the library shows at first. Its other components are loaded when they are used. */
const library: ModuleSet = {
  modules: ['web/src/features/library/'],
  except: within('web/src/features/library', [
    ...within('components', [
      'item-changes',
      'preview-dialog',
      'video-card',
      'video-grid',
      'video-list',
      'windowed-files',
    ]),
    'use-long-list',
  ]),
}

/** The packages of every page, and the parts of Radix that tabs, dialogs and toasts share. */
const packages: ModuleSet = {
  modules: within('node_modules', [
    'preact/',
    'react/',
    'react-dom/',
    'react-router/',
    'react-router-dom/',
    ...within('@radix-ui', [
      'primitive/',
      'react-collection/',
      'react-compose-refs/',
      'react-context/',
      'react-id/',
      'react-presence/',
      'react-primitive/',
      'react-slot/',
      'react-use-*/',
    ]),
  ]),
}

/** The sets by their names, for the test of their paths. */
export const moduleSets = { rareModules, smallModules, frame, library, packages }

/** Returns an expression for the modules that one of these paths names. */
export const expressionOf = (paths: readonly string[]): RegExp => {
  const names = paths.map((path) => (path.endsWith('/') ? path : `${path}.`))
  return new RegExp(`/(?:${names.join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')})`)
}

/** Returns a function that says whether a set contains the module of an id, which starts with the path of its file. */
const contains = ({ modules, except }: ModuleSet): ((id: string) => boolean) => {
  const included = expressionOf(modules)
  const excluded = except && expressionOf(except)
  return (id) => {
    const path = id.replaceAll('\\', '/')
    return included.test(path) && excluded?.test(path) !== true
  }
}

const isRare = contains(rareModules)
const isSmall = contains(smallModules)
const isInFrame = contains(frame)
const isPackage = contains(packages)

/** Returns whether a module is loaded with the members' library, and not when it is used. */
export const isLoadedWithLibrary = contains(library)

/**
 * Groups modules into chunks. Every page needs `common`, in one request: browsers send six at a time to a site without
 * HTTP/2, and the first calls of the page would wait behind the others. Modules that import another library stay in
 * chunks of their own. A group also takes what its modules import, so the group that every page needs comes first.
 */
export const chunks = [
  {
    name: 'common',
    test: (id: string) => isPackage(id) || isInFrame(id) || (isSmall(id) && !isRare(id)),
    priority: 2,
  },
  { name: 'forms', test: isRare, priority: 1 },
  { name: 'library', test: isLoadedWithLibrary, priority: 0 },
]
