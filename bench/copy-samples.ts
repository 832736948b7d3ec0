import { fieldNames } from '../questionnaire/fields.ts'
import { asked } from '../server/store/test-postgres.ts'

/**
 * Copies each project of a PostgreSQL, a little earlier and with an address of its own each time, until there
 * are so many times as many. To save a million one by one takes a quarter of an hour.
 */
export async function copySamples(url: string, times: number): Promise<void> {
  const id = (column: string) => `left(md5(${column} || n), 22)`
  const address = (column: string) => `replace(${column}, '@', '.n' || n || '@')`
  const own: Readonly<Record<string, string>> = {
    email: address('email'),
    streetAddress: `n || "streetAddress"`,
  }
  const copies = `cross join generate_series(1, ${times - 1}) n`
  const earlier = "n * interval '37 minutes'"
  const names = fieldNames.map((name) => `"${name}"`).join(', ')
  await asked(
    url,
    `insert into projects (id, ${names}, "createdAt") select ${id('id')}, ${fieldNames
      .map((name) => own[name] ?? `"${name}"`)
      .join(', ')}, "createdAt" - ${earlier} from projects ${copies}`,
  )
  await asked(
    url,
    `insert into deliveries ("projectId", "sentRevision", "queuedAt", attempts, "sentAt")
      select ${id('"projectId"')}, 1, "queuedAt", 1, "sentAt" from deliveries ${copies}`,
  )
  await asked(
    url,
    `insert into desk_files (seq, project, came_at, type, email_key, street_key, status, contacted_at, waited,
        waiting, version, told_hot, sample, words)
      select seq - n * 37 * 60000::bigint * 4096, ${id('project')},
        to_char((came_at::timestamptz - ${earlier}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        type, ${address('email_key')}, n || street_key, status, contacted_at, waited, waiting, version, 1, 1,
        words || array_to_tsvector(array['n' || n]) from desk_files ${copies}`,
  )
  await asked(url, 'vacuum analyze')
}
