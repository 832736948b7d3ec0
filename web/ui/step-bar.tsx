import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { ArrowLeft, ArrowRight, List } from './icons.tsx'
import { ignoreHeldKey } from './ignore-held-key.ts'
import { TRANSITION_MS } from './use-after-transition.ts'

interface StepBarProps {
  readonly back?: string
  readonly next?: string
  /** The last step's button has no arrow, and ignores hurried presses. */
  readonly last?: boolean
  readonly onBack: () => void
  /** If given, 'Back to your review' submits the form instead of Next. */
  readonly onNext?: (() => void) | undefined
  /** Left of the buttons, or above them where there is no room. */
  readonly children?: ReactNode
}

/** Back, and the button that submits the step's form, in the same places on every step. */
export function StepBar({
  back = 'Back',
  next = 'Next',
  last = false,
  onBack,
  onNext,
  children,
}: StepBarProps) {
  const ignoreHurriedTap = useIgnoreHurriedTap()
  return (
    <div className="bar">
      {children}
      {onNext && (
        <button className="button primary to-review" type="submit" onKeyDown={ignoreHeldKey}>
          <List />
          Back to your review
        </button>
      )}
      <button className="button secondary" type="button" onClick={onBack}>
        <ArrowLeft />
        {back}
      </button>
      <button
        className={`button next ${onNext ? 'secondary' : 'primary'}`}
        type={onNext ? 'button' : 'submit'}
        onClick={last ? ignoreHurriedTap : onNext}
        onKeyDown={last ? ignoreHeldKey : undefined}
      >
        <span>{next}</span>
        {!last && <ArrowRight />}
      </button>
    </div>
  )
}

/**
 * A visitor who taps through the last slides must not tap Submit by accident, because the button is in the same place.
 * A tap counts only if the screen, and the tap before it, are a moment old. The second click of a double click never
 * counts. For a mouse, `event.detail` is enough: browsers count quick clicks there.
 */
function useIgnoreHurriedTap() {
  const before = useRef(0)
  useEffect(() => {
    before.current = performance.now()
  }, [])

  return (event: MouseEvent) => {
    const isHurried = event.timeStamp - before.current < TRANSITION_MS
    before.current = isHurried ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (event.detail > 1 || (isHurried && isTap(event))) event.preventDefault()
  }
}

/** Not a key and not a mouse. Older browsers do not distinguish a mouse from a finger. */
const isTap = ({ detail, nativeEvent }: MouseEvent) =>
  detail > 0 && !(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse')
