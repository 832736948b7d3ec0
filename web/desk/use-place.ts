import { useSyncExternalStore } from 'react'
import { addressOf, type Place, placeOf } from './address.ts'

/** The place that the address names, followed as it changes. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return placeOf(hash)
}

/** Goes to a place as a link would; `replace` leaves no entry for Back. */
export function goTo(place: Place, { replace = false } = {}): void {
  const address = addressOf(place)
  if (replace) location.replace(address)
  else location.assign(address)
}

function subscribe(onChange: () => void) {
  // Before `hashchange`, so that the browser finds the page as it was left when it restores where it was scrolled.
  addEventListener('popstate', onChange)
  addEventListener('hashchange', onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener('hashchange', onChange)
  }
}
