import { useState } from 'react'
import { cleanAnswer, MAX_ANSWER_LENGTH } from '../../questionnaire/answers.ts'
import { costRangeOf, remodelTypeKeyOf } from '../../questionnaire/business.ts'
import type { ChoiceField } from '../../questionnaire/field.ts'
import { answerOf, OTHER, type Selection, selectionOf } from '../../questionnaire/other-answer.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { useBusiness } from '../ui/business.ts'
import { noBreak } from '../ui/no-break.tsx'
import { controlId, type FieldProps } from './field-props.ts'
import { nativeCheck } from './native-check.ts'
import { optionsOf } from './options-of.ts'
import { showArrowFocus } from './show-arrow-focus.ts'

/** Radio buttons, drawn as cabinet doors with knobs. */
export function ChoiceControl({ name, field, answer, onAnswer, labelledBy }: FieldProps<ChoiceField>) {
  const { prices } = useBusiness()
  // State of its own, because a text that equals an option, or the word Other, would change the selection while the
  // visitor types.
  const [selected, setSelected] = useState(() => selectionOf(field, answer))
  // A form filler may have selected something else.
  const selection = answerOf(selected) === answer ? selected : selectionOf(field, answer)
  const select = (next: Selection) => {
    setSelected(next)
    onAnswer(answerOf(next))
  }

  return (
    <div className="choices" role="radiogroup" aria-labelledby={labelledBy} aria-required={!field.optional}>
      {optionsOf(field).map(({ option, label }, index) => {
        const id = `${controlId(name)}-${index}`
        const costs = field.pictured === 'kitchen' ? costRangeOf(option, prices) : undefined
        return (
          <div className="choice" key={option}>
            <input
              className="knob"
              type="radio"
              id={id}
              name={name}
              value={option}
              checked={selection.option === option}
              required={!field.optional}
              onChange={() => select({ option, text: '' })}
              aria-describedby={costs && `${id}-costs`}
              onKeyUp={showArrowFocus}
              {...nativeCheck}
            />
            <div className="choice-text">
              <label id={`${id}-label`} htmlFor={id} data-option={label}>
                <span>{noBreak(label)}</span>
              </label>
              {costs && <p id={`${id}-costs`}>{costs}</p>}
            </div>
            {field.pictured === 'kitchen' && <KitchenThumbnail answer={option} />}
            {field.other && option === OTHER && (
              <textarea
                className="input words"
                name={name}
                rows={8}
                required
                disabled={selection.option !== OTHER}
                maxLength={MAX_ANSWER_LENGTH}
                value={selection.text}
                aria-labelledby={`${id}-label ${labelledBy}`}
                onChange={({ target }) =>
                  select({ option: OTHER, text: cleanAnswer(target.value, field.kind) })
                }
                {...nativeCheck}
                // A disabled text box is valid, whatever the browser reported before.
                aria-invalid={selection.option === OTHER ? undefined : false}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

export function KitchenThumbnail({ answer }: { answer: string }) {
  const type = remodelTypeKeyOf(answer)
  return type ? <Picture {...kitchenOf.thumbnail(type)} /> : null
}
