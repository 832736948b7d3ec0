import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the server with `--import`: writes how late its event loop is, whether a prototype was touched, and
 * how often it called somebody.
 */
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
let calls = 0
Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(connect, socket, given) {
    calls += 1
    return Reflect.apply(connect, socket, given)
  },
})
setInterval(() => {
  const touched = [Object.prototype, Array.prototype, Function.prototype].flatMap((one) => Object.keys(one))
  writeFileSync('loop.json', JSON.stringify({ p99Ms: delay.percentile(99) / 1e6, touched, calls }))
}, 500).unref()
