// The landing's first script. It is one file, because every further request would delay the landing's picture.

import './take-link.ts'
import './count-visits.ts'
import { ERROR_HEADING, TO_START } from '../ui/error-heading.ts'
import { offerFirstQuestion } from './first-question.ts'

/** The address of the visit's script; the build defines it. */
declare const VISIT: string

/** Stored in the history entry, which a reload keeps: not every browser reports that a page was reloaded. */
const RELOADED = 'reloaded'

const root = document.getElementById('root')
const template = document.querySelector<HTMLTemplateElement>('#root + template')
if (!root || !template) throw new Error('The page has no root or no first question')

const wasReloaded = history.state === RELOADED
const firstQuestion = offerFirstQuestion(root, template)

retryStyles()
addEventListener('click', ignoreSecondClick, true)

/**
 * The script continues from what the page shows. If it could not be loaded, the press that needs it reloads the page; if
 * it fails again, the page shows the error.
 */
import(/* @vite-ignore */ VISIT).then(firstQuestion.stop, (error: unknown) => {
  const isQuestionShown = firstQuestion.isShown()
  if (wasReloaded || !isQuestionShown) firstQuestion.stop()
  if (wasReloaded) {
    // Lets a visitor who returns to this entry try again.
    history.replaceState(null, '')
    showError(error instanceof Error ? error.message : String(error))
  } else if (location.hash || 'next' in root.dataset) reload()
  else addEventListener(isQuestionShown ? 'submit' : 'click', reload)
})

/**
 * Requests the styles once more if they failed to load: a weak connection may lose one file. This script runs after
 * them. Browsers do not agree on what `sheet` is after a failure, so this looks at what the styles set.
 */
function retryStyles() {
  const link = document.querySelector('[rel^=style]')
  if (getComputedStyle(document.body).lineHeight === 'normal') link?.replaceWith(link.cloneNode())
}

/** Waits until the browser has followed the link. Does nothing offline, where a reload would show the browser's error page. */
function reload() {
  setTimeout(() => {
    if (!navigator.onLine) return
    history.replaceState(RELOADED, '')
    location.reload()
  })
}

/** The same error view as in the screens, without React. */
function showError(message: string) {
  const heading = create('h1', { textContent: ERROR_HEADING, tabIndex: -1 })
  const view = create('main', { className: 'error-view' })
  view.append(
    heading,
    create('pre', { textContent: message }),
    create('a', { textContent: TO_START, href: '/', className: 'button primary' }),
  )
  document.getElementById('root')?.replaceChildren(view)
  document.title = ERROR_HEADING
  heading.focus()
}

const create = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) => Object.assign(document.createElement(tag), properties)

/** The second click of a double click would press a button on the next screen. A third click counts. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail !== 2) return
  event.preventDefault()
  event.stopPropagation()
}
