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
      <button className="button primary" type="submit">
        {next}
        {!last && <ArrowRight />}
      </button>
    </div>
  )
}
