import { spawn } from 'node:child_process'

export interface Run {
  readonly code: number
  readonly output: string
}

interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv
  /** How long it may take before it is asked to end, which is told and is no success. */
  readonly minutes?: number
}

/** Runs a program of this project to its end, showing what it prints as it prints it. */
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
      if (child.killed) console.log(`\nEnded: it was not done after ${minutes} minutes.`)
      resolve({ code: child.killed ? 1 : (code ?? 1), output })
    })
  })
}
