import { useSyncExternalStore } from 'react'

/** The width that the columns of the inbox need. */
const WIDE_EM = 75
const WIDE = matchMedia(`(min-width: ${WIDE_EM}em)`)

/** Whether the window has room for the table of the inbox, which has other markup than the cards. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide)

/** The media query knows paper and the browser's text size, but not a text size set by a style. */
const isWide = () => WIDE.matches && innerWidth >= WIDE_EM * rootSize()

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The root element changes its size with the window and with its text. */
function subscribe(onChange: () => void) {
  const observer = new ResizeObserver(onChange)
  observer.observe(document.documentElement)
  WIDE.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    WIDE.removeEventListener('change', onChange)
  }
}
