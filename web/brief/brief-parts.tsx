import { COST_NOTE, FDA, type RemodelType, SCOPE_ASSUMPTION } from '../../questionnaire/business.ts'
import type { Row } from '../../questionnaire/project.ts'

// What a brief says, printed from the last screen or at its own address.

export const BriefRows = ({ rows }: { rows: readonly Omit<Row, 'screen'>[] }) => (
  <dl>
    {rows.map(({ name, question, answer }) => (
      <div key={name}>
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

export const NextSteps = ({ fee }: { fee: string }) => (
  <p>
    A feasibility-discovery-design representative will reach out. The {FDA} fee is{' '}
    <span className="whole">{fee}</span>, depending on your needs; the specialist determines the plan.
  </p>
)
