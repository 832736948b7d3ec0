import type { Answers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sourceText } from '../../questionnaire/source.ts'
import { CLOCK, type deliveries } from '../db/fixtures/two-outboxes.ts'
import type { StoredProject } from '../db/project-statements.ts'
import { changedFrom } from '../outbox/channels/specialist-email.ts'
import { HELD, isLeased, isSent, type Message } from '../outbox/message.ts'

// Describes what a database has in the form in which fixtures/two-outboxes.ts lists it.

export function byId(a: { readonly id: string }, b: { readonly id: string }) {
  return a.id < b.id ? -1 : 1
}

export const NO_ATTEMPTS = { isLeased: false, nextAttemptAt: undefined, deadAt: undefined, lastError: '' }

const secondsFrom = (time: Date | null) => (time ? (time.getTime() - CLOCK.getTime()) / 1000 : undefined)

const describeAttempts = (message: Message) => ({
  isLeased: isLeased(message, CLOCK),
  attempts: message.attempts,
  queuedAt: secondsFrom(message.queuedAt),
  nextAttemptAt: secondsFrom(message.nextAttemptAt),
  deadAt: secondsFrom(message.deadAt),
  lastError: message.lastError,
})

export function describeMessage(message: Message, place: number, messages: readonly Message[]) {
  const { id, projectId, channel, event, detail, deadAt } = message
  const isAfter = messages
    .slice(0, place)
    .some((other) => other.projectId === projectId && other.channel === channel && !other.deadAt)
  const state = deadAt ? 'dead' : isAfter ? 'waiting' : 'due'
  return { id, projectId, channel, event, state, detail, ...describeAttempts(message) }
}

/** A suspicious project has no email yet. */
export function describeProject(project: StoredProject, email: Message | undefined) {
  const { id, revision, suspicion, source, extraAnswers, answers } = project
  const about = { id, revision, suspicion, answers: changedAnswers(id, answers), source: sourceText(source) }
  if (!email) return { ...about, state: 'suspicious', extraAnswers }
  return {
    ...about,
    ...describeAttempts(email),
    state: stateOf(email),
    extraAnswers,
    sentRevision: email.sentRevision,
    sentAt: secondsFrom(email.sentAt),
    changed: changedFrom(email).join(' '),
  }
}

function stateOf(email: Message) {
  if (email.deadAt) return email.lastError === HELD ? 'held' : 'dead'
  return isSent(email) ? 'sent' : 'due'
}

function changedAnswers(id: string, answers: Answers) {
  const email = `${id.replaceAll('_', '')}@example.com`
  const usual: Readonly<Record<string, string>> = sampleAnswers({ email })
  // Questions that were added since are unanswered.
  return Object.fromEntries(
    Object.entries(answers).filter(([name, answer]) => answer !== '' && usual[name] !== answer),
  )
}

export function withDefaults({ only: _, ...delivery }: (typeof deliveries)[number]) {
  const about = { revision: 1, suspicion: '', answers: {}, source: '', extraAnswers: {} }
  const { attempts: _attempts, queuedAt: _queuedAt, changed: _changed, ...suspicious } = delivery
  if (delivery.state === 'suspicious') return { ...about, ...suspicious }
  const found = { ...NO_ATTEMPTS, ...about, sentRevision: 0, sentAt: undefined, changed: '', ...delivery }
  // That version cleared the end of its lease, and none of its servers is left to use it.
  return { ...found, isLeased: found.isLeased && found.state !== 'held' }
}
