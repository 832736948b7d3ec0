import { arrivedIn } from './outbox.ts'
import { createGuide, type GuideOptions } from './server.ts'
import type { Stage } from './stage.ts'

/** A server that keeps projects and e-mails as files, and what arrives there. */
export async function guideOnFiles(
  stage: Stage,
  settings: Readonly<Record<string, string>> = {},
  options: GuideOptions = {},
) {
  const guide = await createGuide(stage, settings, options)
  const outbox = (guide.env.MAIL_URL ?? '').slice('file:'.length)
  const database = (guide.env.DATABASE_URL ?? '').slice('sqlite:'.length)
  return { guide, database, arrived: () => arrivedIn(outbox) }
}
