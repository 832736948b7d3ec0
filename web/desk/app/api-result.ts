import type { NewPasswordProblem, PasswordProblem } from '../../../desk/api.ts'
import { MIN_PASSWORD_LENGTH } from '../../../desk/limits.ts'

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

/** The reason in a problem from our own server. */
export const problemIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'problem' in body ? body.problem : undefined

/** Explains why a call failed. */
export function problemText(problem: CallFailure): string {
  switch (problem.kind) {
    case 'offline':
      return 'No connection to the server.'
    case 'not found':
      return 'Not found. It may have been erased.'
    case 'signed out':
      // The specialist reads this after signing in again.
      return 'Your session had ended.'
    case 'owners only':
      return 'Only owners can do this. You are now a specialist.'
    case 'not confirmed':
      return 'You did not confirm your identity.'
    case 'conflict':
      return 'This was changed elsewhere in the meantime.'
    case 'refused':
      if (problem.status === 429) return 'Too many attempts. Wait a few minutes, then try again.'
      return problem.status === 403 ? PLAIN_HTTP : 'The server did not accept this.'
    case 'explained':
      return problem.text
    case 'failed':
      return 'Something went wrong on the server.'
  }
}

/** True if the server may have made the change, because there was no proper response. */
export const mayBeDone = ({ kind }: CallFailure) => kind === 'offline' || kind === 'failed'

export const LINK_USED_UP = 'It was already used, or it has expired.'

export const passwordReasons: Readonly<Record<PasswordProblem | NewPasswordProblem, string>> = {
  'too short': `Too short: it needs at least ${MIN_PASSWORD_LENGTH} characters.`,
  'too long': 'Too long. Choose a shorter one.',
  'too common': 'Too common: it is easy to guess. Choose another one.',
  'wrong password': 'That is not your current password.',
  'link is used up': LINK_USED_UP,
}

/** Says that something was not done, or may not have been, and why. */
export const notDoneText = (problem: CallFailure, reasons: Reasons = {}) =>
  `${mayBeDone(problem) ? 'This may not have worked.' : 'Nothing was changed.'} ${reasonText(problem, reasons)}`

/** Texts for the server's reasons. */
export type Reasons = Readonly<Record<string, string>>

/** The text for the server's reason, or else for the failure. */
export function reasonText(problem: CallFailure, reasons: Reasons): string {
  const reason = problem.kind === 'refused' ? problemIn(problem.body) : undefined
  return reasons[String(reason)] ?? problemText(problem)
}

const PLAIN_HTTP =
  'Sign in over https, because others could read your password otherwise. If the address of this page already starts with https, ask the person who runs this site to set TRUST_PROXY.'
