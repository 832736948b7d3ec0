import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from './compile-cache.ts'

const run = promisify(execFile)

/** The command gets no other variables, so that settings of the person who runs the tests do not reach it. */
const PATH = dirname(process.execPath)

/** Runs a command in a directory. Returns what it printed, with `failed: ` before it if it failed. */
export const command =
  (name: string, cwd: string) =>
  async (args: string[], env: Record<string, string> = {}): Promise<string> => {
    const file = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))
    return run(process.execPath, [file, ...args], { cwd, env: { PATH, ...compileCache, ...env } }).then(
      ({ stdout }) => stdout,
      (error: unknown) => `failed: ${String(Object(error).stdout)}${String(Object(error).stderr)}`,
    )
  }
