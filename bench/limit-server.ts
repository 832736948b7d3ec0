import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const [file = '', port = '0'] = process.argv.slice(2)
mkdirSync(dirname(file), { recursive: true })
const db = new DatabaseSync(file)
db.exec('pragma journal_mode = wal; pragma synchronous = full')

import { fieldNames } from '../questionnaire/fields.ts'

db.exec(
  `create table if not exists projects (id text primary key, ${fieldNames.join(' text, ')} text, createdAt text)`,
)
const insert = db.prepare(
  `insert into projects values (?, ${fieldNames.map(() => '?').join(', ')}, ?) on conflict do nothing`,
)
let queue: { values: string[]; done: () => void }[] = []
function flush() {
  const batch = queue
  queue = []
  db.exec('begin immediate')
  for (const { values } of batch) insert.run(...values)
  db.exec('commit')
  for (const { done } of batch) done()
}
createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const answers = JSON.parse(Buffer.concat(chunks).toString())
    if (queue.length === 0) setImmediate(flush)
    queue.push({
      values: [
        request.url?.split('/')[3] ?? '',
        ...fieldNames.map((name) => String(answers[name])),
        new Date().toISOString(),
      ],
      done: () => response.writeHead(201, { 'content-type': 'application/json' }).end('{}'),
    })
  })
}).listen(Number(port), '127.0.0.1')
