import { useEffect, useReducer } from 'react'
import { LAST } from '../../questionnaire/screens.ts'
import { SETTLING_MS } from '../ui/use-settled.ts'

/** A stop that has been made. One that is shown again is another one: nothing is left open or half typed in it. */
interface MadeStop {
  readonly index: number
  readonly key: number
}

interface AtHand {
  readonly shown: MadeStop
  /** The one after it, once the shown one has come to rest. */
  readonly ahead: MadeStop | null
  /** Kept until then, since letting go takes time too; never shown again. */
  readonly left: readonly MadeStop[]
}

/** The stops to have at hand while one of them is shown; the landing is none. */
export function useAtHand(index: number): { readonly shown: MadeStop; readonly all: readonly MadeStop[] } {
  const [atHand, change] = useReducer(nextAtHand, { shown: { index, key: 0 }, ahead: null, left: [] })
  if (atHand.shown.index !== index) change({ show: index })

  // The clock: this screen's own pictures come first.
  useEffect(() => {
    const timer = setTimeout(() => change({ rested: index }), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [index])

  const { shown, ahead, left } = atHand
  const all = [...left, shown, ...(ahead ? [ahead] : [])]
  return { shown, all: all.filter((stop) => stop.index > 0 && stop.index <= LAST) }
}

function nextAtHand(
  { shown, ahead, left }: AtHand,
  event: { readonly rested: number } | { readonly show: number },
): AtHand {
  const key = Math.max(shown.key, ahead?.key ?? 0) + 1
  if ('rested' in event) return { shown, ahead: ahead ?? { index: event.rested + 1, key }, left: [] }
  if (ahead?.index === event.show) return { shown: ahead, ahead: null, left: [...left, shown] }
  return {
    shown: { index: event.show, key },
    ahead: null,
    left: [...left, shown, ...(ahead ? [ahead] : [])],
  }
}
