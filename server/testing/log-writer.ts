import { openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { createCheckpoints, logOf } from '../store/sqlite/checkpoints.ts'

/**
 * `test-log-writer.ts DATABASE SAID`: commits number after number until it is killed, and says each once it is
 * kept, with the length of the log, in a line of another file.
 */
const [path = '', saidPath = ''] = process.argv.slice(2)
const said = openSync(saidPath, 'w')
const db = new DatabaseSync(path, { timeout: 1000 })
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0')
db.exec('create table if not exists numbers (number integer primary key, filling)')
const insert = db.prepare('insert into numbers (filling) values (?) returning number')
const log = logOf(db)
const checkpoints = createCheckpoints(path, { longLogPages: 50 })

while (true) {
  const number = insert.get('x'.repeat(4000))?.number
  checkpoints.look(log)
  writeSync(said, `${number} ${log.measure.get()?.log}\n`)
  await turn()
}
