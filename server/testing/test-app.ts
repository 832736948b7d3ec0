import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { type AppServices, createApp } from '../app.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Settings } from '../config/settings.ts'
import type { OpenDatabase } from '../db/database.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { createSettings } from '../db/stored-settings.ts'
import { createDesk } from '../desk/desk.ts'
import { createLiveUpdates } from '../desk/inbox/live-updates.ts'
import { openFiles } from '../mail/files/open-files.ts'
import type { Mailer } from '../mail/mailer.ts'
import { projectsSince } from '../projects/export-projects.ts'
import { connectServices } from '../services.ts'
import { createDeskUrl } from '../staff/desk-url.ts'
import { createStaff } from '../staff/staff.ts'
import { newSqlite } from './new-sqlite.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export interface TestOptions {
  readonly db?: OpenDatabase
  readonly mailer?: Mailer
  readonly config?: Partial<Config>
  /** Instead of what is stored and set. */
  readonly settings?: Partial<Settings>
  readonly requestDeadlineMs?: number
  readonly backupStatus?: AppServices['backupStatus']
}

/** The first server's compiler keeps what it has compiled, so later servers use it too. */
let compileSchema: FastifyInstance['validatorCompiler']

/** The real server with real parts in a temporary directory, and the lines it logs. */
export async function testApp(t: TestContext, options: TestOptions = {}) {
  const directory = await temporaryDirectory(t)
  // Inside another folder named assets, which must not matter.
  const siteDirectory = join(directory, 'assets', 'site')
  await mkdir(join(siteDirectory, 'assets'), { recursive: true })
  await writeFile(join(siteDirectory, 'assets', 'page-abc.js'), 'let page')
  await writeFile(join(siteDirectory, 'assets', 'page-abc.js.br'), 'squeezed')
  await writeFile(join(siteDirectory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(siteDirectory, '.env'), 'SECRET=1')

  const outbox = join(directory, 'outbox')
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const sentAlerts: string[] = []
  const db = options.db ?? openSqlite(await newSqlite(directory))
  const staff = createStaff(db.desk)
  const config = { ...readConfig({ RATE_LIMIT: '0', ...UNLIMITED }), ...options.config }
  const stored = createSettings(db.desk, config)
  const settings = () => ({ ...stored.current(), ...options.settings })
  const desk = quickDesk(db.desk, settings, log)
  const services: AppServices = {
    ...connectServices({
      config,
      log,
      db,
      storedSettings: { ...stored, current: settings },
      mailer: options.mailer ?? openFiles({ directory: outbox, from: 'guide@kitchens.example' }, settings),
      alerts: { send: (subject) => void sentAlerts.push(subject), isQuiet: () => false },
      staff,
      desk,
      deskUrl: createDeskUrl(staff.people, config.siteUrl, 20),
    }),
    page: {
      renderLanding: ({ siteDomain, brandName }) =>
        `<!doctype html><title>${siteDomain} ${brandName}</title>`,
      renderDesk: ({ brandName }) => `<!doctype html><title>The desk of ${brandName}</title>`,
      renderBrief: (_, brief) =>
        `<!doctype html><title>${brief ? `${brief.answers.firstName}: ${brief.state}` : 'Ended'}</title>`,
      renderNotFound: ({ siteDomain }) => `<!doctype html><title>Not here: ${siteDomain}</title>`,
    },
    siteDirectory,
    backupStatus: options.backupStatus ?? (() => ({ state: 'none', at: null })),
    heartbeatMs: 100,
    ...(options.requestDeadlineMs === undefined ? {} : { requestDeadlineMs: options.requestDeadlineMs }),
  }
  const app = await createApp(services)
  if (compileSchema) app.setValidatorCompiler(compileSchema)
  app.addHook('onReady', async () => {
    compileSchema = app.validatorCompiler
  })
  t.after(async () => {
    await app.close()
    await db.close()
  })

  return {
    app,
    services,
    directory,
    lines,
    sentAlerts,
    put: (id: string, answers: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'PUT',
        url: `/api/projects/${id}`,
        headers: { 'content-type': 'application/json', [VERSION_HEADER]: QUESTIONNAIRE_VERSION, ...headers },
        payload: JSON.stringify(answers),
      }),
    emails: async () => {
      const names = await readdir(outbox).catch(() => [])
      return Promise.all(names.toSorted().map((name) => readFile(join(outbox, name), 'utf8')))
    },
    projects: async () => Array.fromAsync(projectsSince(db, new Date(0))),
  }
}

/** Set in the environment, as an operator may do. */
const UNLIMITED = {
  PROJECTS_PER_HOUR: '0',
  MAIL_TO: 'owner@kitchens.example',
  BUSINESS_HOURS: 'Mon-Sun 00:00-24:00',
  TIME_ZONE: 'UTC',
}

/** Polls for changes more often than a real desk, so that tests do not wait. */
function quickDesk(...[db, settings, log]: Parameters<typeof createDesk>) {
  return {
    ...createDesk(db, settings, log),
    liveUpdates: createLiveUpdates(db, (error) => log.warn(error), 100),
  }
}
