import { OperatorError } from '../lib/errors.ts'

/** The path of a setting such as `sqlite:data/projects.db`; not by `new URL`, which makes an absolute one of it. */
export function pathFrom(name: string, url: string): string {
  const [, scheme = '', path = ''] = /^(\w+):(.*)$/s.exec(url) ?? []
  // It would be the first letter of a folder's name.
  if (/^\s/.test(path)) throw new OperatorError(`${name} must have no blank after ${scheme}:.`)
  // In .env they belong around the whole value: here they would be part of a folder's name.
  if (/^["']/.test(path))
    throw new OperatorError(
      `${name} must have no quote after ${scheme}:. Put quotes around the whole value, or none.`,
    )
  // A shell writes the home in its place, but .env is read by none: it would be a folder of that name.
  if (/^[~$]/.test(path))
    throw new OperatorError(`${name} must have the whole path after ${scheme}:, without ${path[0]}.`)
  return path
}
