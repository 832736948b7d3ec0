import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from './compile-cache.ts'

const run = promisify(execFile)

/** Nothing of what whoever runs the tests has set reaches the command, but where Node is and what it has compiled. */
const PATH = dirname(process.execPath)

/** Runs a command of the product in a directory of its own: what it printed, after `failed: ` where it did. */
export const command =
  (name: string, cwd: string) =>
  async (args: string[], env: Record<string, string> = {}): Promise<string> => {
    const file = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))
    return run(process.execPath, [file, ...args], { cwd, env: { PATH, ...compileCache, ...env } }).then(
      ({ stdout }) => stdout,
      (error: unknown) => `failed: ${String(Object(error).stdout)}${String(Object(error).stderr)}`,
    )
  }
