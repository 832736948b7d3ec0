import { type Answers, sentAnswers } from '../../../questionnaire/answers.ts'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { describeError } from '../../lib/errors.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import type { Channel } from '../channel.ts'
import { ATTEMPT_MS, type ClaimedMessage } from '../message.ts'
import {
  documentName,
  type FirestoreClient,
  FirestoreError,
  type FirestoreFields,
} from './firestore-client.ts'

/** A document database that has not responded by then counts as offline. */
const DEADLINE_MS = 10_000
/** These errors require a change of settings. */
const REFUSALS = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'NOT_FOUND', 'INVALID_ARGUMENT'])

/**
 * A project's document in the hosted database: its answers, and `createdAt`, which that database sets when the document
 * is created. An erased project has no document.
 */
export const createDocumentChannel = (client: FirestoreClient, alerts: Alerts): Channel => ({
  what: 'A document',
  async send({ message, project, claimedAt }, aborted) {
    const name = client.nameOf('projects', documentName(message.projectId))
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(DEADLINE_MS)])
    try {
      const isErased = message.event === 'project.erased'
      // The project was deleted by hand.
      if (!isErased && !project) return { kind: 'dropped' }
      const write =
        isErased || !project
          ? client.commit({ delete: name }, signal)
          : writeDocument(client, { name, fields: fieldsFrom(project.answers) }, { claimedAt, signal })
      // Google's library does not take the signal while it gets a token.
      await Promise.race([write, endOf(signal)])
      return { kind: 'sent' }
    } catch (error) {
      const permanent = error instanceof FirestoreError && REFUSALS.has(error.status)
      const reason = describeError(error)
      if (permanent)
        alerts.send('documents refused', `Firestore refuses our documents. Check the settings: ${reason}`)
      return { kind: 'failed', failure: { reason, permanent } }
    }
  },
})

const endOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Creates the document, or updates the existing one. Each write has a condition, so a write that arrives late never
 * replaces a newer one: it fails, and the next attempt writes the latest answers.
 */
async function writeDocument(
  client: FirestoreClient,
  update: { readonly name: string; readonly fields: FirestoreFields },
  { claimedAt, signal }: Pick<ClaimedMessage, 'claimedAt'> & { readonly signal: AbortSignal },
) {
  try {
    const updateTransforms = [{ fieldPath: 'createdAt', setToServerValue: 'REQUEST_TIME' }] as const
    await client.commit({ update, updateTransforms, currentDocument: { exists: false } }, signal)
    return
  } catch (error) {
    if (!(error instanceof FirestoreError && error.status === 'ALREADY_EXISTS')) throw error
  }
  const found = await client.get(update.name, signal)
  if (!found) throw new Error('The document was deleted meanwhile')
  // If this server was frozen, it may have read what another server wrote in a later attempt.
  if (performance.now() - claimedAt > ATTEMPT_MS) throw new Error('Firestore was too slow')
  const currentDocument = { updateTime: found.updateTime }
  // Removes a phone number that is no longer among the answers.
  await client.commit({ update, updateMask: { fieldPaths: fieldNames }, currentDocument }, signal)
}

const fieldsFrom = (answers: Answers): FirestoreFields =>
  Object.fromEntries(
    Object.entries(sentAnswers(answers)).map(([name, stringValue]) => [name, { stringValue }]),
  )
