import { OperatorError } from '../lib/errors.ts'

/** The path of a setting such as `sqlite:data/projects.db`, which may be relative. */
export const pathFrom = (name: string, url: string): string =>
  plainPath(name, url.slice(url.indexOf(':') + 1))

/** A leading space, quote, `~` or `$` would become part of the folder's name, because `.env` is not read by a shell. */
export function plainPath(name: string, path: string): string {
  if (/^[\s"'~$]/.test(path))
    throw new OperatorError(`${name} must be a plain path that does not start with a space, quote, ~ or $.`)
  return path
}
