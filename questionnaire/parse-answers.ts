import {
  type Answers,
  answersFrom,
  currentAnswer,
  isStorable,
  MAX_ANSWER_LENGTH,
  type Problem,
  problemWith,
} from './answers.ts'
import type { AskPhone } from './business.ts'
import { type FieldName, fieldAsked, fieldNamed, fieldNames, fields } from './fields.ts'
import { isAsked } from './screens.ts'

/** The answers of a submission and their problems. */
export interface ParsedAnswers {
  readonly answers: Answers
  readonly problems: Readonly<Partial<Record<FieldName, Problem>>>
  /** Answers to questions that this questionnaire does not ask. */
  readonly extraAnswers: Readonly<Record<string, string>>
  /** True if the body has more than our fields, readable or not. */
  readonly hasExtraFields: boolean
}

/**
 * Parses a request body as answers; null if it is not an object.
 *
 * A page may stay open during a deploy. If it was made with another version of the questionnaire, its answers are
 * validated, but a missing answer or a renamed option is accepted. The same applies to fields that are on no screen.
 * `askPhone` is what ASK_PHONE was when the page was opened, or null if its version is another one.
 */
export function parseAnswers(
  body: unknown,
  { askPhone }: { readonly askPhone: AskPhone | null },
): ParsedAnswers | null {
  if (!isRecord(body)) return null

  const problems: Partial<Record<FieldName, Problem>> = {}
  for (const name of fieldNames) {
    const problem = problemOf(name, body, askPhone ?? 'off')
    if (problem === null) continue
    const isExpected = name === 'phone' ? askPhone === 'required' : askPhone !== null && isAsked(name)
    if (!isExpected && (problem === 'missing' || problem === 'not an option')) continue
    problems[name] = problem
  }

  const others = Object.entries(body).filter(([name]) => !isFieldName(name))
  return {
    answers: answersFrom((name) => currentAnswer(fieldNamed(name), textOf(ownValue(body, name)))),
    problems,
    extraAnswers: Object.fromEntries(firstThatFit(others.filter(isAnswer).slice(0, MAX_EXTRA_ANSWERS))),
    hasExtraFields: others.length > 0,
  }
}

/** More than any two versions differ by; the limits keep an attacker from filling the email. */
const MAX_EXTRA_ANSWERS = 50
const MAX_EXTRA_BYTES = 8000

function firstThatFit(entries: readonly (readonly [string, string])[]) {
  let room = MAX_EXTRA_BYTES
  return entries.filter(([, answer]) => {
    // A character outside of ASCII takes up to three bytes per UTF-16 unit.
    const size = answer.replace(/[\u0080-\uffff]/g, '***').length
    if (size > room) return false
    room -= size
    return true
  })
}

function problemOf(name: FieldName, body: Record<string, unknown>, askPhone: AskPhone): Problem | null {
  const answer = ownValue(body, name)
  if (answer === undefined) return 'missing'
  if (typeof answer !== 'string') return 'not text'
  return problemWith(fieldAsked(name, askPhone), currentAnswer(fieldNamed(name), answer))
}

function isAnswer(entry: [string, unknown]): entry is [string, string] {
  const [name, answer] = entry
  if (typeof answer !== 'string' || !/^[A-Za-z]\w{0,63}$/.test(name)) return false
  return answer.length <= MAX_ANSWER_LENGTH && isStorable(answer)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name)

const ownValue = (body: Record<string, unknown>, name: string) =>
  Object.hasOwn(body, name) ? body[name] : undefined

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
