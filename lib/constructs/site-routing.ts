import {
  appRoutes,
  appRoutesWithParts,
  fileOfPage,
  notFoundPage,
  publicRoutes,
  signInRoutes,
} from '#shared/values/site-map.ts'

const files = Object.fromEntries(
  [...publicRoutes, ...signInRoutes, ...appRoutes].map((route) => [route, fileOfPage(route)]),
)

/** The file for all addresses that begin with a prefix, by prefix. */
const prefixes = Object.fromEntries(appRoutesWithParts.map((route) => [`${route}/`, fileOfPage(route)]))

/** Extensions of the site's files other than pages. */
const assetExtensions = [
  'css',
  'ico',
  'jpg',
  'js',
  'json',
  'png',
  'svg',
  'txt',
  'webmanifest',
  'woff2',
  'xml',
]

/** The files of the pages. */
const pageFiles = [...new Set(Object.values(files))]

/**
 * Source of a function that returns the file for a path. It is text in older syntax, because it runs in a CloudFront
 * Function.
 */
const fileFor = `
var files = ${JSON.stringify(files)};
var prefixes = ${JSON.stringify(prefixes)};
var pages = ${JSON.stringify(pageFiles)};
var assets = ${JSON.stringify(assetExtensions)};
function fileFor(uri) {
  var path = uri.length > 1 && uri.charAt(uri.length - 1) === '/' ? uri.slice(0, -1) : uri;
  if (Object.prototype.hasOwnProperty.call(files, path)) return files[path];
  for (var prefix in prefixes) {
    if (path.indexOf(prefix) === 0) return prefixes[prefix];
  }
  var name = path.slice(path.lastIndexOf('/') + 1);
  var dot = name.lastIndexOf('.');
  var isAsset = dot > 0 && assets.indexOf(name.slice(dot + 1)) >= 0;
  return isAsset || pages.indexOf(path) >= 0 ? uri : '${notFoundPage}';
}`

/** Source of the viewer-request function, which rewrites the path of a page to its file. */
export const requestCode = `${fileFor}
function handler(event) {
  var request = event.request;
  request.uri = fileFor(request.uri);
  return request;
}
`

/**
 * Source of the viewer-response function, which sets status 404 for the not-found page, whether CloudFront passes the
 * original or the rewritten path. It keeps a 304, because with a 404 without a body the browser would show an empty
 * page instead of its copy.
 */
export const responseCode = `${fileFor}
function handler(event) {
  var response = event.response;
  if (response.statusCode !== 304 && fileFor(event.request.uri) === '${notFoundPage}') {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`
