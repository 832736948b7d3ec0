import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const running = new Set<ChildProcess>()
// One listener for all of them: Node takes more than ten for a leak.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program that ends with the tests, whichever way they end. */
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

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

/** Asks again and again until it is so. */
export async function eventually(isSo: () => Promise<boolean>, ms = 20_000): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (await isSo().catch(() => false)) return
    await pause(50)
  }
  throw new Error(`It did not come to pass within ${ms} ms`)
}
