import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { readConfig } from './config/config.ts'
import { openSqlite } from './db/sqlite/open-sqlite.ts'
import { createSettings } from './db/stored-settings.ts'
import { createServices } from './services.ts'
import { eventually } from './testing/server-process.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

it('a setting that another server changes works on this one within five seconds', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const config = readConfig({ DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'silent' })
  const services = await createServices(config)
  t.after(() => services.close())
  const other = openSqlite(path)
  t.after(() => other.close())
  const ada = { name: 'Ada', email: 'ada@kitchens.example' }
  const change = { name: 'BRAND_NAME', before: 'Renegade Remodelers', value: 'Oak' } as const
  assert.equal(await createSettings(other.desk, config).change({ changes: [change] }, ada), 'changed')
  await eventually(async () => services.settings().brandName === 'Oak', 5000)
})
