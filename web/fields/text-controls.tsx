import type { KeyboardEvent } from 'react'
import { MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import type { EmailField, LongTextField, TextField } from '../../questionnaire/field.ts'
import { controlId, type FieldProps } from './field-props.ts'
import { nativeCheck } from './native-check.ts'

export function TextControl({ field, ...props }: FieldProps<EmailField | TextField>) {
  const isEmail = field.kind === 'email'
  return (
    <input
      className="input"
      type={isEmail ? 'email' : 'text'}
      inputMode={isEmail ? 'email' : undefined}
      autoCapitalize={isEmail ? 'none' : undefined}
      spellCheck={isEmail ? false : undefined}
      enterKeyHint={props.enterKeyHint}
      onKeyDown={props.enterKeyHint === 'next' ? goToNextField : undefined}
      placeholder={props.placeholder}
      {...sharedProps(field, props)}
    />
  )
}

export function LongTextControl({ field, ...props }: FieldProps<LongTextField>) {
  return <textarea className="input" rows={field.rows} {...sharedProps(field, props)} />
}

function sharedProps(
  field: EmailField | TextField | LongTextField,
  { name, answer, onAnswer }: Pick<FieldProps, 'name' | 'answer' | 'onAnswer'>,
) {
  return {
    ...nativeCheck,
    id: controlId(name),
    name,
    value: answer,
    required: !field.optional,
    maxLength: MAX_ANSWER_LENGTH,
    autoComplete: field.autocomplete,
    onChange: ({ target }: { target: { value: string } }) => onAnswer(target.value),
  }
}

/**
 * Enter on a phone's keyboard, labeled 'next', goes to the next field. Some phones would submit the half-filled form
 * instead. With a mouse, Enter submits as in every form.
 */
function goToNextField(event: KeyboardEvent<HTMLInputElement>) {
  // `key` is Enter as well when the key ends a composition; `keyCode` is not.
  if (event.keyCode !== ENTER || !matchMedia('(pointer: coarse)').matches) return
  const controls = Array.from(
    event.currentTarget.form?.querySelectorAll<HTMLElement>(':is(input, select, textarea):enabled') ?? [],
  )
  const next = controls[controls.indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const ENTER = 13
