import { readFileSync } from 'node:fs'

/** Loaded into the server with `--import`: at SIGUSR2 its own code does what the file `trip` says. */
export type Trip = 'reject' | 'throw' | 'leak' | `block ${number}`

process.on('SIGUSR2', () => {
  const [what, ms] = readFileSync('trip', 'utf8').split(' ')
  if (what === 'reject') void Promise.reject(new Error('nobody waits for this'))
  if (what === 'throw') throw new Error('nobody catches this')
  if (what === 'leak') setInterval(leak, 1)
  const end = performance.now() + Number(ms ?? 0)
  while (performance.now() < end);
})

const leaked: string[][] = []
const leak = () => leaked.push(Array.from({ length: 50_000 }, (_, index) => `kept for ever ${index}`))

/** Answers with these words make the code that has them in hand throw. */
const TRIPPING = 'trip the server here'
JSON.stringify = new Proxy(JSON.stringify, {
  apply(stringify, self, given) {
    const text = Reflect.apply(stringify, self, given)
    if (text?.startsWith('[{') && text.includes(TRIPPING)) throw new Error('a fault in the code')
    return text
  },
})
