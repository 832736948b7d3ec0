import { LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import type { EmailField, LongTextField, TextField } from '../../questionnaire/field.ts'
import { controlId, type FieldProps } from './field-props.ts'
import { goToNextField } from './go-to-next-field.ts'
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
      {...common(field, props)}
    />
  )
}

export function LongTextControl({ field, ...props }: FieldProps<LongTextField>) {
  return <textarea className="input" rows={field.rows} {...common(field, props)} />
}

function common(
  field: EmailField | TextField | LongTextField,
  { name, answer, onAnswer }: Pick<FieldProps, 'name' | 'answer' | 'onAnswer'>,
) {
  return {
    ...nativeCheck,
    id: controlId(name),
    name,
    value: answer,
    required: !field.optional,
    maxLength: LONGEST_ANSWER,
    autoComplete: field.autocomplete,
    onChange: ({ target }: { target: { value: string } }) => onAnswer(target.value),
  }
}
