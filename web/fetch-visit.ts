import { ERROR_HEADING } from './ui/error-heading.ts'

/** Where the visit's script is, which the build puts here. */
declare const VISIT: string

/**
 * Fetches the visit's script once the styles are there: asked for at once, it would take half of the line from
 * the landing's picture. START HERE is a link meanwhile, and the script goes on from where it led. A script that
 * has not come is asked for anew, with its page, by the press; when it does not come then either, that is said.
 */
import(/* @vite-ignore */ VISIT).catch((error: unknown) => {
  if (history.state === ASKED_ANEW) {
    // Whoever comes back to this entry later may have it asked for again.
    history.replaceState(null, '')
    show(error instanceof Error ? error.message : String(error))
  } else if (location.hash) reload()
  else addEventListener('click', reload)
})

/** Said in the entry of the history, which a reload keeps. Some browsers tell nobody that a page was loaded anew. */
const ASKED_ANEW = 'asked anew'

/** After the press has led to where it leads, and not into the browser's own page for who is offline. */
const reload = () =>
  setTimeout(() => {
    if (!navigator.onLine) return
    history.replaceState(ASKED_ANEW, '')
    location.reload()
  })

/** As the screens show it, without their script. */
function show(message: string) {
  const heading = document.createElement('h1')
  heading.textContent = ERROR_HEADING
  heading.tabIndex = -1
  const words = document.createElement('pre')
  words.textContent = message
  const view = document.createElement('main')
  view.className = 'failure'
  view.append(heading, words)
  document.getElementById('root')?.replaceChildren(view)
  document.title = ERROR_HEADING
  heading.focus()
}
