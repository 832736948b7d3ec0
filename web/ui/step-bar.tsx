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
 * button too. So a first tap counts only a moment after the screen came, and after the tap before it, and the
 * second click of a double one never does. Browsers count a mouse's quick clicks on, so its first one is meant.
 */
function useIgnoreHurried() {
  const before = useRef(0)
  useEffect(() => {
    before.current = performance.now()
  }, [])

  return (event: MouseEvent) => {
    const isHurried = event.timeStamp - before.current < SETTLING_MS
    before.current = isHurried ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (event.detail > 1 || (isHurried && isTap(event))) event.preventDefault()
  }
}

/** Neither a key nor a mouse; older browsers do not tell a mouse from a finger. */
const isTap = ({ detail, nativeEvent }: MouseEvent) =>
  detail > 0 && !(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse')
