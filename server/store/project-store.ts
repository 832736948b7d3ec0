import { existsSync, realpathSync, statSync } from 'node:fs'
import type { Answers } from '../../questionnaire/answers.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { StorageConfig } from '../config.ts'
import { hasCode } from '../has-code.ts'
import { OperatorError } from '../operator-error.ts'
import { reasonOf } from '../reason-of.ts'
import type { Delivery, Failure } from './delivery.ts'
import type { Driver } from './driver.ts'
import { keepProjects } from './keep-projects.ts'

/** What a visitor submits: the answers, and what an older page asked that we no longer do. */
export interface Submission {
  readonly id: string
  readonly answers: Answers
  readonly unknown: Readonly<Record<string, string>>
}

/** The right to send one delivery, and all that is needed to do so. It ends by itself: LEASE_MS. */
export interface Taken {
  readonly token: string
  readonly project: Project
  readonly delivery: Delivery
}

/** Where the delivery of a project stands for somebody who wants to send it. */
export type Standing =
  | { readonly kind: 'sent' }
  | { readonly kind: 'taken'; readonly taken: Taken }
  /** Somebody else is sending it. */
  | { readonly kind: 'busy' }
  /** There is no such project, or it is not due. */
  | { readonly kind: 'none' }

export interface Saved {
  readonly change: 'created' | 'replaced' | 'unchanged'
  readonly standing: Standing
}

/** What became of a delivery that was to be taken for sent; the words are those of `Standing`. */
export type Settled = 'settled' | 'busy' | 'none'

export interface Counts {
  /** Not sent yet, whatever the age. */
  readonly due: number
  /** Due for longer than STUCK_MS. */
  readonly stuck: number
  readonly dead: number
}

/** Where projects are kept. Every driver passes project-store.contract.test.ts. */
export interface ProjectStore {
  /**
   * Saves a project and its delivery in one transaction, and takes the delivery unless it is sent or
   * somebody has it. The same answers again change nothing; others replace the record, keep its
   * `createdAt`, and make the delivery due for the new revision.
   */
  save(submission: Submission): Promise<Saved>
  /** Takes the delivery of one project, whatever its back-off says, dead ones included. */
  take(id: string): Promise<Standing>
  /** Takes deliveries whose time has come, the first saved first where the database can. */
  takeDue(limit: number): Promise<readonly Taken[]>
  /** Notes that a taken delivery was sent; false when the lease had gone to somebody else. */
  markSent(taken: Taken): Promise<boolean>
  /** Notes that a taken delivery was not sent; null when the lease had gone to somebody else. */
  markFailed(taken: Taken, failure: Failure): Promise<Delivery | null>
  isKnown(id: string): Promise<boolean>
  /** True when it says nothing new: these very answers are kept, or were and have been erased. */
  isKept(submission: Submission): Promise<boolean>
  /** Every project but samples, oldest first, a few in memory at a time. */
  projects(since?: Date): AsyncIterable<Project>
  /** Every delivery that is due or dead. */
  unsent(): AsyncIterable<Delivery>
  /** Makes unsent deliveries due now, dead ones included; returns how many. */
  retry(id: string | 'all'): Promise<number>
  /** Sends nothing that is due now until somebody says retry: for a store restored from a backup. */
  hold(): Promise<number>
  /**
   * Takes a delivery that is held or given up for sent, because somebody has seen the e-mail. One that is due,
   * or on its way, may be newer than what was seen.
   */
  settle(id: string): Promise<Settled>
  counts(): Promise<Counts>
  /** Rejects, saying why, when projects cannot be kept now. */
  check(): Promise<void>
  close(): Promise<void>
}

export const openProjectStore = async (config: StorageConfig): Promise<ProjectStore> =>
  keepProjects(await openDriver(config))

/** A driver is loaded only when it is chosen, so its package may be absent otherwise. */
export async function openDriver(config: StorageConfig): Promise<Driver> {
  switch (config.driver) {
    case 'sqlite':
      return (await import('./sqlite.ts')).openSqlite(config.path)
    case 'postgres':
      return (await import('./postgres.ts')).openPostgres(config.url)
    case 'firestore':
      return (await import('./firestore.ts')).openFirestore(config)
  }
}

/** What to tell whoever starts a server whose projects others can read on their way, or may be lost; otherwise null. */
export async function storageWarning(config: StorageConfig): Promise<string | null> {
  switch (config.driver) {
    case 'sqlite':
      return (await import('./lone-file.ts')).loneFileWarning(config.path)
    case 'postgres':
      return (await import('./plain-postgres.ts')).plainPostgresWarning(config.url)
    case 'firestore':
      return null
  }
}

/** For whoever has no use for an empty store: a file that is not there, or has nothing in it, is a slip of the pen. */
export function expectDatabase(config: StorageConfig) {
  if (config.driver === 'sqlite' && !isDatabase(config.path))
    throw new OperatorError(`There is no database ${config.path} (DATABASE_URL).`)
}

function isDatabase(path: string): boolean {
  try {
    // An empty one beside its log is damaged, which opening it tells.
    return statSync(path).size > 0 || existsSync(`${realpathSync(path)}-wal`)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    // The folder is its owner's alone, and who may not look into it must not hear that the projects are gone.
    const hint = hasCode(error, 'EACCES') ? ' Use the account that the server runs in.' : ''
    throw new OperatorError(
      `Whether there is a database ${path} (DATABASE_URL) cannot be seen: ${reasonOf(error)}.${hint}`,
    )
  }
}

/**
 * In words for whoever starts the server; no secret in it. Asked before the store is opened, it tells a file
 * that will be made, or is empty: whoever moved the database, or started elsewhere, would look for the projects in vain.
 */
export function describeStorage(config: StorageConfig): string {
  switch (config.driver) {
    case 'sqlite':
      return `the ${isNew(config.path) ? 'new file' : 'file'} ${config.path}`
    case 'postgres': {
      const { hostname, pathname, searchParams } = new URL(config.url)
      const host = searchParams.get('host') ?? decodeURIComponent(hostname)
      // Not named, it is the one that has the user's name.
      const database = pathname.slice(1)
      return `PostgreSQL${host && ` on ${host}`}${database && `, database ${database}`}`
    }
    case 'firestore':
      return `Firestore, project ${config.projectId}${config.emulatorHost ? ' (emulator)' : ''}`
  }
}

const isNew = (path: string) => !existsSync(path) || statSync(path).size === 0

/**
 * What to tell whoever is about to make a database by a command, where a server may have another one; otherwise
 * null. The settings of a service manager do not reach a shell.
 */
export const newFileNote = (config: StorageConfig): string | null =>
  config.driver === 'sqlite' && isNew(config.path)
    ? `There was no database ${config.path} until now. A server with another DATABASE_URL does not have this.`
    : null
