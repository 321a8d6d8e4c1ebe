/** The oldest browsers that the site supports. The README names them, and a test finds newer features in the source. */
export const browsers = ['safari16.4', 'firefox115', 'chrome111']
