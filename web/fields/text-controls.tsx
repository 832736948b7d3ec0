import type { ComponentProps, KeyboardEvent } from 'react'
import { MAX_ANSWER_LENGTH, PHONE } from '../../questionnaire/answers.ts'
import type { EmailField, LongTextField, PhoneField, TextField } from '../../questionnaire/field.ts'
import type { FieldName } from '../../questionnaire/fields.ts'
import { controlId, type FieldProps } from './field-props.ts'
import { nativeCheck } from './native-check.ts'

type OneLineField = EmailField | PhoneField | TextField

const attributesOf = {
  text: { type: 'text' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  // Browsers show the title below their message about the pattern.
  phone: {
    type: 'tel',
    inputMode: 'tel',
    pattern: PHONE.source,
    title: 'A phone number has at least 7 digits.',
  },
} as const satisfies Record<OneLineField['kind'], ComponentProps<'input'>>

export function TextControl({ field, ...props }: FieldProps<OneLineField>) {
  return (
    <>
      <input
        className="input"
        {...attributesOf[field.kind]}
        enterKeyHint={props.enterKeyHint}
        onKeyDown={props.enterKeyHint === 'next' ? goToNextField : undefined}
        placeholder={props.placeholder}
        {...sharedProps(field, props)}
      />
      <Help name={props.name} text={field.help} />
    </>
  )
}

export function LongTextControl({ field, ...props }: FieldProps<LongTextField>) {
  return (
    <>
      <textarea className="input" rows={field.rows} {...sharedProps(field, props)} />
      <Help name={props.name} text={field.help} />
    </>
  )
}

const Help = ({ name, text }: { name: FieldName; text: string | undefined }) =>
  text && (
    <p className="help" id={helpId(name)}>
      {text}
    </p>
  )

const helpId = (name: FieldName) => `${controlId(name)}-help`

function sharedProps(
  field: OneLineField | LongTextField,
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
    'aria-describedby': field.help && helpId(name),
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
