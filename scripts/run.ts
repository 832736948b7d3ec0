import { spawn } from 'node:child_process'

export interface Run {
  readonly code: number
  readonly output: string
}

interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv
  /** Kills the program after this time, which counts as a failure. */
  readonly minutes?: number
}

/** Runs a program, and prints its output immediately. */
export function run(
  program: string,
  args: readonly string[],
  { environment, minutes }: RunOptions = {},
): Promise<Run> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    timeout: minutes === undefined ? undefined : minutes * 60_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      if (child.killed) console.log(`\nEnded after ${minutes} minutes without finishing.`)
      resolve({ code: child.killed ? 1 : (code ?? 1), output })
    })
  })
}
