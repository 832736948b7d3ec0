import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsync, open, renameSync, rmSync, writeFileSync } from 'node:fs'
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Parties } from '../../config/mail-url.ts'
import { expectRoom } from '../../lib/disk-space.ts'
import { hasCode } from '../../lib/errors.ts'
import type { Mailer } from '../mailer.ts'
import { mimeOf } from '../mime.ts'
import { projectEmail, revisionName } from '../project-email.ts'

/** Writes each e-mail as one `.eml` file; a revision that is sent again is the same file. */
export function openFiles(
  { directory, parties }: { directory: string; parties: Parties },
  brandName: string,
): Mailer {
  const syncNames = sharedSync(directory)
  let cleanedAt = Number.NEGATIVE_INFINITY
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 })

  return {
    destination: `files in ${directory}`,
    async sendProject(mail) {
      const email = projectEmail(mail, parties, brandName)
      const message = mimeOf(email)
      const put = () => putWhole(directory, `${email.revisionName}.eml`, message)
      await put().catch(async (error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error
        await makeDirectory()
        await put()
      })
      await syncNames()
      return { text: 'written', refusals: [] }
    },
    async erase(projectId, revisions) {
      // A database that was restored knows of fewer than were written, and who was stopped half-way asks again.
      for (let revision = 1, missing = 0; revision <= revisions || missing < MOST_MISSING; revision++) {
        const name = revisionName({ project: { id: projectId }, revision })
        missing = (await removed(join(directory, `${name}.eml`))) ? 0 : missing + 1
      }
    },
    async check() {
      await makeDirectory()
      await access(directory, constants.W_OK | constants.X_OK)
      if (performance.now() - cleanedAt >= DRAFT_MS) {
        await removeDrafts(directory)
        cleanedAt = performance.now()
      }
      expectRoom(directory)
    },
    async close() {},
  }
}

/**
 * The name appears only once the whole content is on the disk; where it was there already, so was the same
 * content. Only what waits for the disk leaves this thread: handing over the rest takes longer than doing it.
 */
async function putWhole(directory: string, name: string, content: Buffer) {
  const draft = join(directory, `.${randomUUID()}.tmp`)
  const file = await opened(draft, 'wx', 0o600)
  try {
    try {
      writeFileSync(file, content)
      await synced(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, join(directory, name))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

const opened = promisify(open)
const synced = promisify(fsync)

/** Of revisions that follow one another: those that were replaced before they could be sent have no file. */
const MOST_MISSING = 20

/** Nobody writes for so long. */
const DRAFT_MS = 3600_000

/** A process that was killed leaves what it was writing. */
async function removeDrafts(directory: string) {
  const names = await readdir(directory)
  for (const name of names.filter((one) => one.startsWith('.') && one.endsWith('.tmp'))) {
    const path = join(directory, name)
    // One that has its name by now is no draft any more.
    const draft = await stat(path).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error
    })
    if (draft && draft.mtimeMs < Date.now() - DRAFT_MS) await rm(path, { force: true })
  }
}

/** Resolves with whether the file was there. */
async function removed(path: string): Promise<boolean> {
  try {
    await rm(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Names that appear while the directory is being synced share the next sync. */
function sharedSync(directory: string): () => Promise<void> {
  let running = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        running = syncDirectory(directory)
        return running
      })
    return next
  }
}

async function syncDirectory(directory: string) {
  const names = await opened(directory, 'r')
  try {
    await synced(names)
  } finally {
    closeSync(names)
  }
}
