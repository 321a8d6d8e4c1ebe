/**
 * The oldest browsers that the site supports. The README names them, and a test fails if the source uses newer
 * features.
 */
export const browsers = ['safari16.4', 'firefox115', 'chrome111']
