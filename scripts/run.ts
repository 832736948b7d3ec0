import { spawn } from 'node:child_process'

export interface Run {
  readonly code: number
  readonly output: string
}

interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv
  /** Kills the program after this time, which counts as a failure. */
  readonly minutes?: number
  /** Prints nothing, because the caller prints the output later. */
  readonly silent?: boolean
}

/** Runs a program, and prints its output immediately. */
export function run(
  program: string,
  args: readonly string[],
  { environment, minutes, silent = false }: RunOptions = {},
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
      if (!silent) process.stdout.write(text)
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => {
      if (!child.killed) return resolve({ code: code ?? 1, output })
      const late = `\nEnded after ${minutes} minutes without finishing.\n`
      if (!silent) process.stdout.write(late)
      resolve({ code: 1, output: output + late })
    })
  })
}
