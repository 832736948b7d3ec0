import { readFileSync } from 'node:fs'

/** Loaded into the server with `--import`. Shifts `Date` by the number of milliseconds in the file `clock-offset`. */
const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync('clock-offset', 'utf8'))

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
