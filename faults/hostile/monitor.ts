import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the server with `--import`. Writes the delay of its event loop, properties added to built-in
 * prototypes, and the number of outgoing connections to `monitor.json`.
 */
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
let connections = 0
Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(connect, socket, args) {
    connections += 1
    return Reflect.apply(connect, socket, args)
  },
})
setInterval(() => {
  const polluted = [Object.prototype, Array.prototype, Function.prototype].flatMap((one) => Object.keys(one))
  writeFileSync(
    'monitor.json',
    JSON.stringify({ delayMs: delay.percentile(99) / 1e6, polluted, connections }),
  )
}, 500).unref()
