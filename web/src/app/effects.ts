import { options } from 'preact'

/**
 * Runs effects as soon as the page has changed. By default, Preact waits for the next frame, and a click or a key in
 * between would come before the effect that listens for it or moves the focus.
 */
options.requestAnimationFrame = queueMicrotask
