import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const FIRST_PORT = 20_000
/** Linux uses ports from here on for outgoing connections; other systems begin higher. */
const FIRST_OUTGOING_PORT = 32_768

const given = new Set<number>()
const running = new Set<ChildProcess>()
// One listener for all: Node reports more than ten as a leak.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// Ends test files that take too long; without a listener there would be no exit event.
process.once('SIGTERM', () => process.exit(1))

/** Starts a program that is killed when the tests end. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', ...options })
  child.on('error', () => running.delete(child))
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

/** Starts a script of ours on a terminal, and collects what it shows. Only Linux has this version of `script`. */
export function startOnTerminal(file: string, options: SpawnOptions) {
  const child = startProcess('script', ['-qec', `"${process.execPath}" "${file}"`, '/dev/null'], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let shown = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  return { child, shown: () => shown }
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/** A port for a program that is restarted later. It is below the ports that the system uses for outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, FIRST_OUTGOING_PORT)
    if (!given.has(port) && (await isFree(port))) {
      given.add(port)
      return port
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await new Promise((resolve) => server.close(resolve))
  return isListening
}

/** Polls until the condition is true. */
export async function eventually(isTrue: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (await isTrue().catch(() => false)) return
    await pause(50)
  }
  throw new Error(`The condition was not true within ${ms} ms`)
}
