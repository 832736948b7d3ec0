import { readFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'

/** What the server does at SIGUSR2, read from the file `inject-error`. This module is loaded into it with `--import`. */
export type InjectedError = 'reject' | 'throw' | 'leak' | `block ${number}`

process.on('SIGUSR2', () => {
  const [kind, ms] = readFileSync('inject-error', 'utf8').split(' ')
  if (kind === 'reject') void Promise.reject(new Error('an unhandled rejection'))
  if (kind === 'throw') throw new Error('an uncaught error')
  if (kind === 'leak') setInterval(leak, 1)
  const end = performance.now() + Number(ms ?? 0)
  while (performance.now() < end);
})

const leaked: string[][] = []
const leak = () => leaked.push(Array.from({ length: 50_000 }, (_, index) => `leaked ${index}`))

/** Writing this text to the database throws. */
const MARKER = 'throw on this answer'
StatementSync.prototype.all = new Proxy(StatementSync.prototype.all, {
  apply(all, statement, values) {
    if (values.includes(MARKER)) throw new Error('an injected error')
    return Reflect.apply(all, statement, values)
  },
})
