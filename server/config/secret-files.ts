import { readFileSync } from 'node:fs'
import { hasCode, OperatorError } from '../lib/errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The setting that names a file with the value of another one. */
export const fileSetting = (name: string) => `${name}_FILE`

/** The values of the settings whose file is named, such as those that Docker mounts in `/run/secrets`. */
export function readSecretFiles(names: readonly string[], env: Environment): Environment {
  const found = names.flatMap((name) => {
    const path = env[fileSetting(name)]?.trim()
    return path ? [[name, readSecret(name, path, env)] as const] : []
  })
  return Object.fromEntries(found)
}

function readSecret(name: string, path: string, env: Environment): string {
  if (env[name]?.trim()) throw new OperatorError(`${name} and ${fileSetting(name)} are both set. Remove one.`)
  const value = readText(name, path).trim()
  // Otherwise the default would be used without a word, such as backups that are not encrypted.
  if (value === '') throw new OperatorError(`The file ${path} (${fileSetting(name)}) is empty.`)
  return value
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = hasCode(error, 'ENOENT') ? 'does not exist' : 'cannot be read'
    throw new OperatorError(`The file ${path} (${fileSetting(name)}) ${reason}.`)
  }
}
