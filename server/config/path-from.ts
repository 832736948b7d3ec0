import { OperatorError } from '../lib/errors.ts'

/**
 * The path of a setting such as `sqlite:data/projects.db`, which may be relative. A leading blank, quote, `~` or `$`
 * would become part of a folder's name, because no shell reads `.env`.
 */
export function pathFrom(name: string, url: string): string {
  const [, scheme = '', path = ''] = /^(\w+):(.*)$/s.exec(url) ?? []
  if (/^[\s"'~$]/.test(path))
    throw new OperatorError(
      `${name} must have a plain path right after ${scheme}:, without a blank, quote, ~ or $ before it.`,
    )
  return path
}
