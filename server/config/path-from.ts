import { OperatorError } from '../lib/errors.ts'

/** The path of a setting such as `sqlite:data/projects.db`, which may be relative. */
export const pathFrom = (name: string, url: string): string =>
  plainPath(name, url.slice(url.indexOf(':') + 1))

/** A leading blank, quote, `~` or `$` would become part of a folder's name, because no shell reads `.env`. */
export function plainPath(name: string, path: string): string {
  if (/^[\s"'~$]/.test(path))
    throw new OperatorError(`${name} must have a plain path, without a blank, quote, ~ or $ before it.`)
  return path
}
