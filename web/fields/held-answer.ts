import { asTyped } from '../../questionnaire/answers.ts'
import type { Field } from '../../questionnaire/field.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { answerOf } from '../../questionnaire/other-answer.ts'
import { shownForm } from './shown-form.ts'

/** What the controls of a question hold; undefined where none is shown, or nothing is chosen. */
export function heldAnswer(name: FieldName): string | undefined {
  const { kind } = fieldNamed(name)
  const words = heldBy(`:not([type=radio])[name=${name}]`, kind)
  if (kind !== 'choice') return words
  const option = heldBy(`:checked[name=${name}]`, kind)
  return option === undefined ? undefined : answerOf({ option, words: words ?? '' })
}

function heldBy(control: string, kind: Field['kind']): string | undefined {
  const found = shownForm()?.querySelector(control)
  return found && 'value' in found ? asTyped(String(found.value), kind) : undefined
}
