import { readFileSync } from 'node:fs'

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

/** Saving answers that contain this text throws. */
const MARKER = 'throw on this answer'
JSON.stringify = new Proxy(JSON.stringify, {
  apply(stringify, self, args) {
    const text = Reflect.apply(stringify, self, args)
    if (text?.startsWith('[{') && text.includes(MARKER)) throw new Error('an injected error')
    return text
  },
})
