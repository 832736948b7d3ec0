export type SqlValue = string | number | null

/** The text of a statement, split at its parameters, and the parameters. */
export interface Statement {
  readonly parts: readonly string[]
  readonly values: readonly SqlValue[]
}

/** Template tag for statements: values become parameters, and nested statements become part of this one. */
export function sql(words: TemplateStringsArray, ...given: readonly (SqlValue | Statement)[]): Statement {
  const parts = [words[0] ?? '']
  const values: SqlValue[] = []
  given.forEach((one, index) => {
    const next = words[index + 1] ?? ''
    if (one === null || typeof one !== 'object') {
      values.push(one)
      parts.push(next)
      return
    }
    const [first = '', ...others] = one.parts
    parts.push(`${parts.pop() ?? ''}${first}`, ...others)
    values.push(...one.values)
    parts.push(`${parts.pop() ?? ''}${next}`)
  })
  return { parts, values }
}

/** Raw SQL text. Never pass a visitor's text. */
export const raw = (words: string): Statement => ({ parts: [words], values: [] })

export function joinSql(statements: readonly Statement[], between: string): Statement {
  const parts: string[] = ['']
  const values: SqlValue[] = []
  statements.forEach((statement, index) => {
    const [first = '', ...others] = statement.parts
    parts.push(`${parts.pop() ?? ''}${index === 0 ? '' : between}${first}`, ...others)
    values.push(...statement.values)
  })
  return { parts, values }
}

/** The text of a statement for one database. `mark` returns the nth placeholder. */
export const textOf = ({ parts }: Statement, mark: (position: number) => string): string =>
  parts.map((part, index) => (index === 0 ? part : `${mark(index)}${part}`)).join('')

/** Values as a list of parameters. */
export const listSql = (values: readonly SqlValue[]): Statement =>
  joinSql(
    values.map((value) => sql`${value}`),
    ', ',
  )
