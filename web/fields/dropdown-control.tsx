import type { DropdownField } from '../../questionnaire/field.ts'
import { Chevron } from '../ui/icons.tsx'
import { controlId, type FieldProps } from './field-props.ts'
import { nativeCheck } from './native-check.ts'

export function DropdownControl({ name, field, answer, onAnswer }: FieldProps<DropdownField>) {
  return (
    <div className="dropdown">
      <select
        className="input"
        id={controlId(name)}
        name={name}
        value={answer}
        required={!field.optional}
        onChange={({ target }) => onAnswer(target.value)}
        {...nativeCheck}
      >
        <option value="" hidden={!field.optional}>
          Select
        </option>
        {field.options.map((option) => (
          // With an explicit value, so that a translated page still answers in the original words.
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <Chevron />
    </div>
  )
}
