import type { MouseEvent } from 'react'
import { ArrowLeft, ArrowRight } from './icons.tsx'

interface StepBarProps {
  readonly back?: string
  readonly next?: string
  /** The last step's button ends the walk, so it points nowhere. */
  readonly last?: boolean
  readonly onBack: () => void
}

/** Back, and the button that submits the step's form: at the same place on every step. */
export function StepBar({ back = 'Back', next = 'Next', last = false, onBack }: StepBarProps) {
  return (
    <div className="bar">
      <button className="button secondary" type="button" onClick={onBack}>
        <ArrowLeft />
        {back}
      </button>
      <button className="button primary" type="submit" onClick={last ? ignoreSecondClick : undefined}>
        <span>{next}</span>
        {!last && <ArrowRight />}
      </button>
    </div>
  )
}

/** Every step's button is in the same place: a double click on the one before must not press the last one too. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
