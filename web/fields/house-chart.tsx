import type { ChoiceField } from '../../questionnaire/field.ts'
import { HouseDrawing } from '../pictures/house-drawing.tsx'
import type { FieldProps } from './field-props.ts'
import { nativeCheck } from './native-check.ts'
import { optionsOf } from './options-of.ts'
import { showArrowFocus } from './show-arrow-focus.ts'

/** The house styles as a chart of drawings. */
export function HouseChart({ name, field, answer, onAnswer, labelledBy }: FieldProps<ChoiceField>) {
  return (
    <div className="houses" role="radiogroup" aria-labelledby={labelledBy} aria-required={!field.optional}>
      {optionsOf(field).map(({ option: style, label }) => (
        <label className="house" key={style}>
          <HouseDrawing style={style} />
          <span className="house-name">
            <input
              className="knob"
              type="radio"
              name={name}
              value={style}
              checked={answer === style}
              required={!field.optional}
              onChange={() => onAnswer(style)}
              onKeyUp={showArrowFocus}
              {...nativeCheck}
            />
            <span>{label}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
