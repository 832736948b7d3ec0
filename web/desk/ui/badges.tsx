import type { ReactNode } from 'react'
import type { Summary } from '../../../desk/api.ts'
import { LOST, statuses } from '../../../desk/status.ts'
import { remodelTypeKeyOf, remodelTypes } from '../../../questionnaire/business.ts'
import { useDesk } from '../app/use-desk.ts'
import styles from './badges.module.css'
import { ProjectLink } from './project-link.tsx'
import { budgetFitText, durationText, waitingToneOf } from './wording.ts'

/** The type of remodel as a paint chip, as on the slide with the cost ranges. */
export function TypeChip({ answer }: { answer: string }) {
  const type = remodelTypeKeyOf(answer)
  if (!type)
    return (
      <Chip>
        <span className="clamped">{answer || '–'}</span>
      </Chip>
    )
  return (
    <span className={styles.chip} data-remodel={type}>
      {remodelTypes[type].name}
    </span>
  )
}

export const Chip = ({ children }: { children: ReactNode }) => <span className={styles.chip}>{children}</span>

/** How far along a project is: an inch per status, none for a lost one. */
export function StatusBadge({ status }: { status: string }) {
  const steps: readonly string[] = statuses.filter((step) => step !== LOST)
  const last = steps.indexOf(status)
  return (
    <span className={styles.status} data-lost={status === LOST || undefined}>
      <span className={`on-screen ${styles.inches}`} aria-hidden="true">
        {steps.map((step, index) => (
          <i key={step} data-on={index <= last || undefined} />
        ))}
      </span>
      {status}
    </span>
  )
}

/** The waiting time, with a bar that is full when the project is overdue. After the first contact, how long it took. */
export function WaitingBadge({ project }: { project: Summary }) {
  const desk = useDesk()
  const tone = waitingToneOf(project, desk)
  const { waitedMinutes, firstContactAt } = project
  if (tone === null)
    return (
      <span className={styles.waited}>
        {firstContactAt ? `contacted after ${inOneLine(durationText(waitedMinutes))}` : 'not contacted'}
      </span>
    )
  const drawn = Math.max(4, Math.min(60, (waitedMinutes / desk.overdueAfter) * 60))
  return (
    <span className={styles.waiting} data-tone={tone}>
      <svg width="60" height="12" viewBox="0 0 60 12" aria-hidden="true">
        <rect width="60" height="12" />
        <rect width={drawn} height="12" />
        <path d="M15.5 6v6M30.5 3v9M45.5 6v6" />
      </svg>
      <span>
        {durationText(waitedMinutes)}
        {tone !== 'plain' && <b> {tone}</b>}
      </span>
    </span>
  )
}

const inOneLine = (words: string) => words.replaceAll(' ', '\u00a0')

export function Budget({ project: { budget, budgetFit, costRange } }: { project: Summary }) {
  return (
    <span className={styles.budget}>
      <span className="clamped">{budget || 'no answer'}</span>
      <small>{budgetFitText(budgetFit, costRange)}</small>
    </span>
  )
}

const emailWords = {
  sent: 'sent',
  due: 'not sent yet',
  dead: 'failed',
  suspicious: 'not sent: suspicious',
} as const

/** Samples are stored as sent so that they are never emailed. */
export function EmailState({ project: { email, isSample } }: { project: Summary }) {
  return (
    <span className={styles.email} data-state={email}>
      {isSample ? 'none' : emailWords[email]}
    </span>
  )
}

/** Marks samples and tests, and links to other projects of the same household. */
export function Flags({ project: { isSample, isTest, relatedProjects } }: { project: Summary }) {
  if (!isSample && !isTest && relatedProjects.length === 0) return null
  return (
    <span className={styles.flags}>
      {isSample && <span className={styles.flag}>Sample</span>}
      {isTest && <span className={styles.flag}>Test</span>}
      {relatedProjects.map(({ id, name, by }) => (
        <ProjectLink className={styles.flag} key={id} id={id}>
          Same {by} as {name}
        </ProjectLink>
      ))}
    </span>
  )
}
