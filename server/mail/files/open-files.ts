import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { hasCode } from '../../lib/errors.ts'
import { checkDiskSpace } from '../../lib/system.ts'
import { copyEmail } from '../copy-email.ts'
import { noticeEmail } from '../email.ts'
import type { Mailer, MailSettings } from '../mailer.ts'
import { hashedId, projectEmail } from '../project-email.ts'

type Email = ReturnType<typeof projectEmail | typeof noticeEmail | typeof copyEmail>

/** Writing a draft takes seconds. An older draft was left by a process that was killed. */
const DRAFT_MS = 3600_000

/** Writes each email to an `.eml` file. A revision that is sent again replaces its file. */
export function openFiles(
  { directory, from }: { directory: string; from: string },
  settings: () => MailSettings,
): Mailer {
  const envelope = () => ({ from, to: settings().mailTo })
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 })
  let cleanedAt = Number.NEGATIVE_INFINITY

  async function write(email: Email) {
    // The beginning of the Message-ID, so that a revision that is sent again replaces its file.
    const name = email.messageId.slice(1).split('@')[0]
    const content = await new MailComposer(email).compile().build()
    await makeDirectory()
    await writeDurably(directory, `${name}.eml`, content)
  }

  return {
    destination: `files in ${directory}`,
    async sendProject(mail) {
      await write(projectEmail(mail, envelope(), settings().brandName))
      return { response: 'written', rejections: [] }
    },
    sendCopy: (copy) => write(copyEmail(copy, envelope(), settings().brandName)),
    async sendNotice(notice) {
      await write(noticeEmail(notice, envelope(), settings().brandName))
      return `written to a file in ${directory}, because MAIL_URL names no mail server`
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
