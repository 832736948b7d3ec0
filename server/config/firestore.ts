import { OperatorError } from '../lib/errors.ts'

export interface FirestoreConfig {
  readonly projectId: string
  readonly emulatorHost: string | null
}

const PROJECT_ID = /^[a-z0-9][a-z0-9:.-]*$/

/** FIRESTORE_PROJECT, or null if it is empty. */
export function readFirestore(projectId: string, emulatorHost: string): FirestoreConfig | null {
  if (projectId === '') return null
  if (!PROJECT_ID.test(projectId))
    throw new OperatorError(
      'FIRESTORE_PROJECT must be the id of a Google Cloud project, such as my-kitchens.',
    )
  return { projectId, emulatorHost: hostAndPort(emulatorHost) }
}

/** The project in `firestore://PROJECT_ID`, which earlier versions had as DATABASE_URL; otherwise null. */
export const firestoreProjectIn = (url: string): string | null => {
  const projectId = /^firestore:\/\/(.+)$/.exec(url)?.[1] ?? ''
  return PROJECT_ID.test(projectId) ? projectId : null
}

function hostAndPort(value: string): string | null {
  if (value === '') return null
  if (/^[^\s/@]+:\d+$/.test(value)) return value
  throw new OperatorError('FIRESTORE_EMULATOR_HOST must be a host and a port, such as 127.0.0.1:8080.')
}
