import { useSyncExternalStore } from 'react'

/** So many letters wide, a table of the inbox has room for all of its columns: 1120 px at the usual size. */
const WIDE_EM = 70
const WIDE = matchMedia(`(min-width: ${WIDE_EM}em)`)

/** Whether the page is on a wide screen, and not on a phone, a tablet or paper. Markup differs, not only its looks. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide)

/** The query knows paper, and the size of text that the browser is set to; a size that a style sets it does not. */
const isWide = () => WIDE.matches && innerWidth >= WIDE_EM * rootSize()

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The root of the page has another size whenever the window or its text has. */
function subscribe(onChange: () => void) {
  const observer = new ResizeObserver(onChange)
  observer.observe(document.documentElement)
  WIDE.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    WIDE.removeEventListener('change', onChange)
  }
}
