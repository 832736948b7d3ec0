declare const accepted: unique symbol

/** A JSON schema, with the type of what it accepts. */
export interface Schema<T> {
  readonly [accepted]?: T
}

export type Accepted<S> = S extends Schema<infer T> ? T : never

const schema = <T>(json: object): Schema<T> => json

export const anything = schema<unknown>({})
export const boolean = schema<boolean>({ type: 'boolean' })
export const integer = schema<number>({ type: 'integer', maximum: Number.MAX_SAFE_INTEGER })
export const anyText = schema<string>({ type: 'string' })

/** Text that the database can store; the server defines the format. */
export const text = (maxLength = Number.MAX_SAFE_INTEGER, { source: pattern } = /(?:)/u) =>
  schema<string>({ type: 'string', format: 'storable', maxLength, pattern })

export const oneOf = <const Word>(...words: readonly Word[]) => schema<Word>({ enum: words })

export const orNull = <T>(one: Schema<T>) => schema<T | null>({ anyOf: [one, { type: 'null' }] })

export const listOf = <T>(items: Schema<T>, maxItems: number) =>
  schema<readonly T[]>({ type: 'array', items, maxItems })

export const anyOf = <S>(...schemas: readonly S[]) => schema<Accepted<S>>({ anyOf: schemas })

/** Every property is required, and others are ignored. */
export const object = <P extends object>(properties: P) =>
  schema<{ readonly [Name in keyof P]: Accepted<P[Name]> }>({
    type: 'object',
    properties,
    required: Object.keys(properties),
  })
