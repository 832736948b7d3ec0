import { cleanAnswer } from '../../questionnaire/answers.ts'
import type { Field } from '../../questionnaire/field.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { answerOf } from '../../questionnaire/other-answer.ts'

/** The answer in a field's controls; undefined if the screen does not show the field or nothing is chosen. */
export function readControl(name: FieldName): string | undefined {
  const { kind } = fieldNamed(name)
  const text = controlValue(`:not([type=radio])[name=${name}]`, kind)
  if (kind !== 'choice') return text
  const option = controlValue(`:checked[name=${name}]`, kind)
  return option === undefined ? undefined : answerOf({ option, text: text ?? '' })
}

/** The form of the current screen. A browser extension may add forms of its own outside of the root. */
export const currentForm = () => document.querySelector<HTMLFormElement>('#root form')

function controlValue(selector: string, kind: Field['kind']): string | undefined {
  const control = currentForm()?.querySelector(selector)
  return control && 'value' in control ? cleanAnswer(String(control.value), kind) : undefined
}
