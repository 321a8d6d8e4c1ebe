import {
  appRoutePrefixes,
  appRoutes,
  appShell,
  notFoundPage,
  publicRoutes,
} from '../../shared/values/routes.ts'

const prerendered = (route: string) => (route === '/' ? '/index.html' : `${route}/index.html`)

const files = Object.fromEntries([
  ...publicRoutes.map((route) => [route, prerendered(route)]),
  ...appRoutes.map((route) => [route, appShell]),
])

/** Endings of what the site holds beside its pages: fonts, pictures, scripts, settings. */
const assetEndings = ['css', 'ico', 'jpg', 'js', 'json', 'png', 'svg', 'txt', 'webmanifest', 'woff2', 'xml']

/** The prerendered pages under the names of their files. */
const pageFiles = [...new Set(Object.values(files))]

/** Which file answers an address. Runs at CloudFront's edge, so it is plain text and keeps to old syntax. */
const fileFor = `
var files = ${JSON.stringify(files)};
var prefixes = ${JSON.stringify(appRoutePrefixes)};
var pages = ${JSON.stringify(pageFiles)};
var assets = ${JSON.stringify(assetEndings)};
function fileFor(uri) {
  var path = uri.length > 1 && uri.charAt(uri.length - 1) === '/' ? uri.slice(0, -1) : uri;
  if (Object.prototype.hasOwnProperty.call(files, path)) return files[path];
  for (var i = 0; i < prefixes.length; i++) {
    if (path.indexOf(prefixes[i]) === 0) return '${appShell}';
  }
  var name = path.slice(path.lastIndexOf('/') + 1);
  var dot = name.lastIndexOf('.');
  var isAsset = dot > 0 && assets.indexOf(name.slice(dot + 1)) >= 0;
  return isAsset || pages.indexOf(path) >= 0 ? uri : '${notFoundPage}';
}`

/** On the way in: the file behind a clean address. */
export const requestCode = `${fileFor}
function handler(event) {
  var request = event.request;
  request.uri = fileFor(request.uri);
  return request;
}
`

/**
 * On the way out: the page that says "not found" says it by its status too. Whether CloudFront shows the
 * address before or after the rewriting, the answer is the same.
 */
export const responseCode = `${fileFor}
function handler(event) {
  var response = event.response;
  if (fileFor(event.request.uri) === '${notFoundPage}') {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`
