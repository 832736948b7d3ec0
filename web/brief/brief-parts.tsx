import {
  COST_NOTE,
  FDA,
  FDA_SHORT,
  type RemodelType,
  SCOPE_ASSUMPTION,
  telUrlOf,
} from '../../questionnaire/business.ts'
import { useBusiness } from '../ui/business.ts'
import { noBreak } from '../ui/no-break.tsx'

// What a brief says, printed from the last screen or at its own address.

interface BriefRow {
  readonly question: string
  readonly answer: string
}

export const BriefRows = ({ rows }: { rows: readonly BriefRow[] }) => (
  <dl>
    {rows.map(({ question, answer }) => (
      <div key={question}>
        <dt>{question}</dt>
        <dd>{answer || '–'}</dd>
      </div>
    ))}
  </dl>
)

export const RemodelScope = ({ type: { scope } }: { type: RemodelType }) => (
  <>
    <p className="sentence">{scope.join(', ')}.</p>
    <p>{SCOPE_ASSUMPTION}</p>
    <p>{COST_NOTE}</p>
  </>
)

interface NextStepsProps {
  readonly isSent: boolean
  readonly fee: string
  /** A sentence about the reply. */
  readonly when?: string
}

/** What happens after Submit. */
export const NextSteps = ({ isSent, fee, when = '' }: NextStepsProps) => (
  <ol className="next-steps">
    {isSent && (
      <li className="done">
        <b>We have received your answers.</b>
      </li>
    )}
    <li>
      <b>A feasibility-discovery-design representative will reach out to you.</b> {noBreak(when)}
    </li>
    <li>
      <b>
        The <span className="whole">{FDA_SHORT}</span>
        {FDA.slice(FDA_SHORT.length)} process
      </b>{' '}
      has a fee of <span className="whole">{fee}</span>, depending on your needs. The specialist determines
      the plan.
    </li>
  </ol>
)

/** How to call the business, if it gives a number. */
export function CallUs() {
  const { phone } = useBusiness().profile
  return (
    phone && (
      <p className="call-us">
        <span>Questions? Call us</span> <a href={telUrlOf(phone)}>{phone}</a>
      </p>
    )
  )
}
