import { useEffect, useState } from 'react'
import { LAST } from '../../questionnaire/screens.ts'
import { SETTLING_MS } from '../ui/use-settled.ts'

/**
 * The stops to have at hand: the one that is shown and, once that has come to rest, the one after it. What was
 * at hand before stays until then, since letting it go takes time too. The landing begins anew: of an earlier
 * visit nothing stays.
 */
export function useAtHand(index: number): readonly number[] {
  const [rested, rest] = useState<number | null>(null)

  // The clock: this screen's own pictures come first.
  useEffect(() => {
    const timer = setTimeout(() => rest(index), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [index])

  if (rested === null) return stops([index])
  return stops(index === 0 ? [1] : [rested, rested + 1, index])
}

const stops = (indexes: readonly number[]) =>
  [...new Set(indexes)].filter((index) => index > 0 && index <= LAST)
