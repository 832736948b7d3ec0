export type SqlValue = string | number | null

/** The text of a statement, split where its parameters belong, and the parameters. */
export interface Statement {
  readonly parts: readonly string[]
  readonly values: readonly SqlValue[]
}

/** Template function for statements: a value becomes a parameter, a statement becomes part of this one. */
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

/** SQL text. Never pass anything that a visitor wrote. */
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

/** The text as a database expects it; `mark` makes the nth placeholder. */
export const textOf = ({ parts }: Statement, mark: (position: number) => string): string =>
  parts.map((part, index) => (index === 0 ? part : `${mark(index)}${part}`)).join('')

/** Values as a list of parameters. */
export const listSql = (values: readonly SqlValue[]): Statement =>
  joinSql(
    values.map((value) => sql`${value}`),
    ', ',
  )
