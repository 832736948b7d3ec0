/** Where the visit's script is, which the build puts here. */
declare const VISIT: string
const visit = VISIT

/**
 * Fetches the visit's script once the styles are there: asked for at once, it would take half of the line from
 * the landing's picture. START HERE is a link meanwhile, and the script goes on from where it led. A script that
 * has not come is asked for anew, with its page, by the next press.
 */
import(/* @vite-ignore */ visit).catch(() => {
  addEventListener('click', () => setTimeout(() => navigator.onLine && location.reload()))
})
