/** Folder of the site's bucket with scripts, styles, fonts and images, whose names contain a hash of their content. */
export const assetsFolder = 'assets/'

/** Folder of the site's bucket with one list of assets for each deployment: `{"assets":["assets/…"]}`. */
export const releasesFolder = 'releases/'
