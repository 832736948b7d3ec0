/** Why a call failed. `body` is the server's response. */
export type CallFailure =
  | { readonly kind: 'signed out' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not found' }
  | { readonly kind: 'owners only' }
  | { readonly kind: 'not confirmed' }
  | { readonly kind: 'conflict'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'failed' }
  /** Not a failure of the call. `text` is what to tell the person. */
  | { readonly kind: 'explained'; readonly text: string }

export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: CallFailure }

export const explain = (text: string): ApiResult<never> => ({
  ok: false,
  problem: { kind: 'explained', text },
})

/** The result of a call where "not found" is an answer too: null. */
export const orNull = <T>(result: ApiResult<T>): ApiResult<T | null> =>
  !result.ok && result.problem.kind === 'not found' ? { ok: true, value: null } : result

/** Recognizes a response of ours. Server tests hold the rest of the contract. */
export type Shape<T> = (body: unknown) => body is T

export const listOf =
  <T>(): Shape<readonly T[]> =>
  (body): body is readonly T[] =>
    Array.isArray(body)

export const objectWith =
  <T>(...names: readonly (keyof T & string)[]): Shape<T> =>
  (body): body is T =>
    typeof body === 'object' && body !== null && names.every((name) => name in body)

/** What a problem of our own server names as the reason. */
export const problemIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'problem' in body ? body.problem : undefined
