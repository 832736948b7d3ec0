import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Envelope } from '../../config/mail-url.ts'
import { hasCode } from '../../lib/errors.ts'
import { checkDiskSpace } from '../../lib/system.ts'
import { copyEmail, copyName } from '../copy-email.ts'
import type { Mailer } from '../mailer.ts'
import { noticeEmail } from '../notice-email.ts'
import { hashedId, projectEmail, revisionName } from '../project-email.ts'

/** Writing a draft takes seconds. An older draft was left by a process that was killed. */
const DRAFT_MS = 3600_000

/** Writes each email to an `.eml` file. A revision that is sent again replaces its file. */
export function openFiles(
  { directory, envelope }: { directory: string; envelope: Envelope },
  brandName: string,
): Mailer {
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 })
  let cleanedAt = Number.NEGATIVE_INFINITY

  return {
    destination: `files in ${directory}`,
    async sendProject(mail) {
      const content = await new MailComposer(projectEmail(mail, envelope, brandName)).compile().build()
      await makeDirectory()
      await writeDurably(directory, `${revisionName(mail.project.id, mail.revision)}.eml`, content)
      return { response: 'written', rejections: [] }
    },
    async sendCopy(copy) {
      const content = await new MailComposer(copyEmail(copy, envelope, brandName)).compile().build()
      await makeDirectory()
      await writeDurably(directory, `${copyName(copy.project.id)}.eml`, content)
    },
    async sendNotice(notice) {
      const content = await new MailComposer(noticeEmail(notice, envelope, brandName)).compile().build()
      await makeDirectory()
      await writeDurably(directory, `${notice.name}.eml`, content)
    },
    async erase(projectId) {
      const prefix = `${hashedId(projectId)}-`
      for (const name of await namesIn(directory))
        if (name.startsWith(prefix)) await rm(join(directory, name), { force: true })
    },
    async check() {
      await makeDirectory()
      await access(directory, constants.W_OK | constants.X_OK)
      if (performance.now() - cleanedAt > DRAFT_MS) {
        await removeDrafts(directory)
        cleanedAt = performance.now()
      }
      checkDiskSpace(directory)
    },
    async close() {},
  }
}

/** The file gets its name only after its content is on the disk. */
async function writeDurably(directory: string, name: string, content: Buffer) {
  const draft = join(directory, `.${randomUUID()}.tmp`)
  try {
    await using file = await open(draft, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
    await rename(draft, join(directory, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await using folder = await open(directory)
  await folder.sync()
}

async function removeDrafts(directory: string) {
  for (const name of await namesIn(directory)) {
    if (!/^\..*\.tmp$/.test(name)) continue
    const path = join(directory, name)
    // A draft may be renamed at any moment.
    const draft = await stat(path).catch(ignoreMissing)
    if (draft && draft.mtimeMs < Date.now() - DRAFT_MS) await rm(path, { force: true })
  }
}

const namesIn = async (directory: string) => (await readdir(directory).catch(ignoreMissing)) ?? []

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}
