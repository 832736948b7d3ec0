import { type MouseEvent, useEffect, useRef } from 'react'
import { ArrowLeft, ArrowRight } from './icons.tsx'
import { ignoreHeldKey } from './ignore-held-key.ts'
import { SETTLING_MS } from './use-settled.ts'

interface StepBarProps {
  readonly back?: string
  readonly next?: string
  /** The last step's button ends the walk, so it points nowhere. */
  readonly last?: boolean
  readonly onBack: () => void
}

/** Back, and the button that submits the step's form: at the same place on every step. */
export function StepBar({ back = 'Back', next = 'Next', last = false, onBack }: StepBarProps) {
  const ignoreHurried = useIgnoreHurried()
  return (
    <div className="bar">
      <button className="button secondary" type="button" onClick={onBack}>
        <ArrowLeft />
        {back}
      </button>
      <button
        className="button primary"
        type="submit"
        onClick={last ? ignoreHurried : undefined}
        onKeyDown={last ? ignoreHeldKey : undefined}
      >
        <span>{next}</span>
        {!last && <ArrowRight />}
      </button>
    </div>
  )
}

/**
 * Every step's button is in the same place: somebody who taps through the last steps must not press the last
 * button too. So a first press counts only a moment after the screen came, and after the press before it, and the
 * second click of a double one never does.
 */
function useIgnoreHurried() {
  const before = useRef(0)
  useEffect(() => {
    before.current = performance.now()
  }, [])

  return (event: MouseEvent) => {
    const isHurried = event.timeStamp - before.current < SETTLING_MS
    before.current = isHurried ? event.timeStamp : Number.NEGATIVE_INFINITY
    const isKey = event.detail === 0
    if (event.detail > 1 || (isHurried && !isKey)) event.preventDefault()
  }
}
