import { createGuide } from '../harness/server.ts'
import { databaseOfItsOwn } from '../harness/shared-postgres.ts'
import type { Stage } from '../harness/stage.ts'

/** Two servers on one PostgreSQL. */
export async function twoGuides(stage: Stage, mail: Readonly<Record<string, string>>) {
  const env = { ...mail, DATABASE_URL: await databaseOfItsOwn() }
  const first = await createGuide(stage, env, { name: 'first' })
  return [first, await createGuide(stage, env, { name: 'second' })] as const
}
