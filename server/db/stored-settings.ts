import type { SettingChanges } from '../../desk/requests.ts'
import { definitionOf, FIXED, type Setting, type SettingName, settingNames } from '../../desk/settings.ts'
import type { Config } from '../config/config.ts'
import { readSettings, type Settings, type SettingValues, withDefaults } from '../config/settings.ts'
import { OperatorError } from '../lib/errors.ts'
import { insertAuditEntry } from './audit-entry.ts'
import type { Database, Decision } from './database.ts'
import { oneOf, query, text } from './rows.ts'
import { listSql, type Statement, sql } from './sql.ts'

/** `conflict`: another person has changed one of them since, and nothing was written. */
export type ChangedSettings = 'changed' | 'conflict' | { readonly problem: string }

interface SettingsOptions {
  /** Called for a stored value that is not valid anymore, for example because the operator removed SITE_URL. */
  readonly onIgnored?: (name: SettingName, reason: string) => void
}

const selectSettings = query(
  sql`select key, value, changed_at, changed_by from desk_settings where key in (${listSql(settingNames)}) order by key`,
  { key: oneOf(settingNames), value: text, changedAt: text, changedBy: text },
)

const selectPrices = query(sql`select * from desk_prices order by id`, {
  id: text,
  minor: text,
  major: text,
  upscale: text,
  fee: text,
})

export type StoredSettings = ReturnType<typeof createSettings>

/** The settings that owners change: those of the environment, or else of the database, or else their defaults. */
export function createSettings(
  db: Database,
  config: Pick<Config, 'fixed' | 'mail' | 'siteUrl'>,
  { onIgnored = () => {} }: SettingsOptions = {},
) {
  const { fixed } = config
  let current: Settings = readSettings(withDefaults(fixed), config)
  let loaded = ''

  const withFixed = (stored: Partial<SettingValues>) => withDefaults({ ...stored, ...fixed })

  /** Without those that are not valid. */
  function validOf(rows: readonly { readonly key: SettingName; readonly value: string }[]) {
    let valid: Partial<SettingValues> = {}
    for (const { key, value } of rows) {
      const next = { ...valid, [key]: value }
      const problem = problemOf(() => readSettings(withFixed(next), config))
      if (problem === null) valid = next
      else onIgnored(key, problem)
    }
    return valid
  }

  /** Reads what this server, another one, or an earlier version has stored. */
  async function load(): Promise<void> {
    const [rows, lists] = await Promise.all([db.all(selectSettings), db.all(selectPrices)])
    const found = JSON.stringify([rows, lists])
    if (found === loaded) return
    const next = readSettings(withFixed(validOf(rows)), config, lists)
    // Before a page shows the list, because a project refers to it.
    if (!lists.some(({ id }) => id === next.prices.id)) await savePrices(next)
    current = next
    loaded = found
  }

  const savePrices = ({ prices: { id, minor, major, upscale, fee } }: Settings) =>
    db.transact('settings', [], () => ({
      result: null,
      write: [
        sql`insert into desk_prices (id, minor, major, upscale, fee)
          values (${id}, ${minor}, ${major}, ${upscale}, ${fee}) on conflict do nothing`,
      ],
    }))

  return {
    current: () => current,
    load,
    /** All settings as the desk shows them. */
    async list(): Promise<readonly Setting[]> {
      const rows = await db.all(selectSettings)
      const values = withFixed(validOf(rows))
      return settingNames.map((name) => {
        const row = rows.find(({ key }) => key === name)
        return {
          name,
          value: values[name],
          isFixed: fixed[name] !== undefined,
          change: row ? { at: row.changedAt, who: row.changedBy } : null,
        }
      })
    },
    /** Changes all of them or none. The audit list has each change, with the value before it. */
    async change(
      { changes }: SettingChanges,
      who: { readonly name: string; readonly email: string },
    ): Promise<ChangedSettings> {
      const changed = await db.transact(
        'settings',
        [selectSettings],
        ([rows], now): Decision<ChangedSettings> => {
          const valid = validOf(rows)
          const before = withFixed(valid)
          const wanted = changes
            .map((change) => ({ ...change, value: change.value.trim() || definitionOf(change.name).default }))
            .filter(({ name, value }) => value !== before[name])
          if (wanted.some(({ name }) => fixed[name] !== undefined)) return { result: { problem: FIXED } }
          if (wanted.some((change) => change.before !== before[change.name])) return { result: 'conflict' }
          const next = { ...valid, ...Object.fromEntries(wanted.map(({ name, value }) => [name, value])) }
          const problem = problemOf(() => readSettings(withFixed(next), config))
          if (problem !== null) return { result: { problem: withLabels(problem) } }
          return {
            result: 'changed',
            write: wanted.flatMap(({ name, value }) => [
              saveSetting(name, value, now.toISOString(), who.name),
              insertAuditEntry(
                now,
                who.email,
                'setting changed',
                `${definitionOf(name).label}: ${before[name] || 'not set'} → ${value || 'not set'}`,
              ),
            ]),
          }
        },
      )
      if (changed === 'changed') await load()
      return changed
    },
  }
}

const saveSetting = (name: SettingName, value: string, at: string, who: string): Statement =>
  sql`insert into desk_settings (key, value, changed_at, changed_by) values (${name}, ${value}, ${at}, ${who})
    on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`

/** Why the settings cannot be read, or null. */
function problemOf(read: () => Settings): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

/** The form does not show the names of the environment variables. */
const withLabels = (problem: string) =>
  settingNames.reduce((words, name) => words.replaceAll(name, `“${definitionOf(name).label}”`), problem)
