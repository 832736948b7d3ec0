import type { Answers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sourceText } from '../../questionnaire/source.ts'
import type { Database } from '../db/database.ts'
import { CLOCK, deliveries, firestoreMessages, sqlMessages } from '../db/fixtures/two-outboxes.ts'
import { projectOrSampleFrom, type StoredProject } from '../db/project-statements.ts'
import { queryAs } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { changedFrom } from '../outbox/channels/specialist-email.ts'
import { HELD, isLeased, isSent, type Message } from '../outbox/message.ts'
import { messageFrom } from '../outbox/message-statements.ts'

/** The list of fixtures/two-outboxes.ts as storedState describes a database. A suspicious project has no e-mail. */
export const listedState = (fixture: 'sql' | 'firestore') => ({
  projects: deliveries
    .filter(({ only = fixture }) => only === fixture)
    .map(withDefaults)
    .toSorted(byId),
  messages: (fixture === 'sql' ? sqlMessages : firestoreMessages)
    .map((message) => ({ ...NO_ATTEMPTS, detail: {}, ...message }))
    .toSorted(byId),
})

/** The projects with their e-mails, without samples, and the messages to homeowners and webhooks. */
export async function storedState(db: Database) {
  const messages = await db.all(queryAs(sql`select * from messages order by id`, messageFrom))
  const projects = await db.all(
    queryAs(
      sql`select p.*, d.is_sample from projects p join desk_projects d on d.project_id = p.id`,
      projectOrSampleFrom,
    ),
  )
  const emailOf = ({ id }: StoredProject) =>
    messages.find(({ projectId, channel }) => projectId === id && channel === 'specialist')
  return {
    projects: projects
      .flatMap(({ project, isSample }) => (isSample ? [] : [describeProject(project, emailOf(project))]))
      .toSorted(byId),
    messages: messages
      .filter(({ channel }) => channel !== 'document' && channel !== 'specialist')
      .map(describeMessage)
      .toSorted(byId),
  }
}

export const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

const NO_ATTEMPTS = { isLeased: false, nextAttemptAt: undefined, deadAt: undefined, lastError: '' }

const secondsFrom = (time: Date | null) => (time ? (time.getTime() - CLOCK.getTime()) / 1000 : undefined)

const describeAttempts = (message: Message) => ({
  isLeased: isLeased(message, CLOCK),
  attempts: message.attempts,
  queuedAt: secondsFrom(message.queuedAt),
  nextAttemptAt: secondsFrom(message.nextAttemptAt),
  deadAt: secondsFrom(message.deadAt),
  lastError: message.lastError,
})

function describeMessage(message: Message, place: number, messages: readonly Message[]) {
  const { id, projectId, channel, event, detail, deadAt } = message
  const isAfter = messages
    .slice(0, place)
    .some((other) => other.projectId === projectId && other.channel === channel && !other.deadAt)
  const state = deadAt ? 'dead' : isAfter ? 'waiting' : 'due'
  return { id, projectId, channel, event, state, detail, ...describeAttempts(message) }
}

function describeProject(project: StoredProject, email: Message | undefined) {
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
  return Object.fromEntries(Object.entries(answers).filter(([name, answer]) => usual[name] !== answer))
}

function withDefaults({ only: _, ...delivery }: (typeof deliveries)[number]) {
  const about = { revision: 1, suspicion: '', answers: {}, source: '', extraAnswers: {} }
  const { attempts: _attempts, queuedAt: _queuedAt, changed: _changed, ...suspicious } = delivery
  if (delivery.state === 'suspicious') return { ...about, ...suspicious }
  return { ...NO_ATTEMPTS, ...about, sentRevision: 0, sentAt: undefined, changed: '', ...delivery }
}
