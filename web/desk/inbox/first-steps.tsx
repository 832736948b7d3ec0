import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type FirstStep, firstSteps, type FirstSteps as Response, type Summary } from '../../../desk/api.ts'
import { ChapterDrawing } from '../../pictures/chapter-drawing.tsx'
import { objectWith } from '../app/api-result.ts'
import { DESK } from '../app/query-client.ts'
import { apiQuery, useAction, useApi, useDesk } from '../app/use-desk.ts'
import { FormProblem, TransientButton } from '../ui/form-controls.tsx'
import styles from './first-steps.module.css'

const firstStepsQuery = apiQuery('first-steps', objectWith<Response>('steps'), '/')

interface FirstStepsProps {
  /** The projects that the inbox shows. */
  readonly rows: readonly Summary[]
  /** The list, or why it is empty. */
  readonly children: ReactNode
}

/** What an owner does before the first homeowner's project arrives, in place of an empty list or above samples. */
export function FirstSteps({ rows, children }: FirstStepsProps) {
  const { data, isPending } = useApi(firstStepsQuery)
  const isEmpty = rows.length === 0
  const steps = data?.steps
  const next = steps && firstSteps.find((step) => !steps[step])
  const hasSamples = rows.some(({ isSample }) => isSample)
  // Otherwise the words for an empty list would appear for a moment.
  if (isPending && isEmpty) return null
  return (
    <>
      {steps && next && (
        <Card steps={steps} next={next}>
          {isEmpty && <Pane />}
        </Card>
      )}
      {(hasSamples || (steps && isEmpty)) && <Samples hasSamples={hasSamples} />}
      {!(next && isEmpty) && children}
    </>
  )
}

/** The first three lead to groups of the settings page. The guide opens in a new tab, as a test. */
const STEPS: Readonly<Record<FirstStep, { title: string; hint: string; button: string; to: string }>> = {
  business: {
    title: 'Add your business',
    hint: 'Homeowners see its name and how to reach it',
    button: 'Add it',
    to: '/settings#business',
  },
  hours: {
    title: 'Set your business hours',
    hint: 'Waiting times count only these hours',
    button: 'Set them',
    to: '/settings#business',
  },
  leads: {
    title: 'Choose who gets new projects',
    hint: 'You can also send yourself a test email',
    button: 'Choose',
    to: '/settings#leads',
  },
  invite: {
    title: 'Invite your specialist',
    hint: 'Specialists call homeowners but cannot change settings',
    button: 'Invite',
    to: '/people',
  },
  try: {
    title: 'Walk through the guide yourself',
    hint: 'Your project then appears here, marked as a test',
    button: 'Open the guide',
    to: '/#test',
  },
}

interface CardProps {
  readonly steps: NonNullable<Response['steps']>
  readonly next: FirstStep
  readonly children: ReactNode
}

function Card({ steps, next, children }: CardProps) {
  const done = firstSteps.filter((step) => steps[step]).length
  return (
    <section className={`part ${styles.card}`} aria-labelledby="first-steps">
      <div className={styles.steps}>
        <h2 id="first-steps">First steps</h2>
        <p className="hint">
          {done} of {firstSteps.length} done. This card disappears after the last step, or when the first
          homeowner’s project arrives.
        </p>
        <p className={styles.ruler} aria-hidden="true">
          {firstSteps.map((step, index) => (
            <i key={step} className={index < done ? styles.on : undefined} />
          ))}
        </p>
        <ol>
          {firstSteps.map((step, index) => {
            const { title, hint, button, to } = STEPS[step]
            const look = `button small ${step === next ? 'primary' : 'secondary'}`
            return (
              <li key={step} data-done={steps[step]}>
                <span className={styles.mark} aria-hidden="true">
                  {steps[step] ? '✓' : index + 1}
                </span>
                <p>
                  <b>{title}</b>
                  <span className="hint">{steps[step] ? 'Done' : hint}</span>
                </p>
                {!steps[step] &&
                  (step === 'try' ? (
                    <a className={look} href={to} target="_blank" rel="noopener">
                      {button}
                      <span className="unseen"> in a new tab</span>
                    </a>
                  ) : (
                    <Link className={look} to={to}>
                      {button}
                      <span className="unseen">: {title}</span>
                    </Link>
                  ))}
              </li>
            )
          })}
        </ol>
      </div>
      {children}
    </section>
  )
}

const Pane = () => (
  <div className={styles.pane} data-pigment="plaster">
    <p className="serif">As soon as a homeowner presses Submit, the project appears here.</p>
    <ChapterDrawing chapter="contact" position={1} />
  </div>
)

/** Adds sample projects to the inbox, or removes them. */
function Samples({ hasSamples }: { hasSamples: boolean }) {
  const { call } = useDesk()
  const change = useAction({
    send: () => call('samples', { method: hasSamples ? 'DELETE' : 'POST' }),
    doneText: () => (hasSamples ? 'The samples were removed.' : 'Samples were added.'),
    refreshes: { queryKey: [DESK] },
  })
  return (
    <div className={styles.samples}>
      <p>
        {hasSamples
          ? 'Some of these projects are samples. Reports do not count them.'
          : 'Do you want to look around first? Samples are marked, and easy to remove.'}
      </p>
      <TransientButton key={String(hasSamples)} action={change} onClick={() => change.run()}>
        {hasSamples ? 'Remove samples' : 'Fill with samples'}
      </TransientButton>
      <FormProblem>{change.problem}</FormProblem>
    </div>
  )
}
