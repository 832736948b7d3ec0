import { useState } from 'react'
import { asTyped, LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import type { ChoiceField } from '../../questionnaire/field.ts'
import { answerOf, type Mark, markOf, OTHER } from '../../questionnaire/other-answer.ts'
import { KitchenThumbnail } from '../pictures/kitchen-thumbnail.tsx'
import { unbroken } from '../ui/unbroken.tsx'
import { controlId, type FieldProps } from './field-props.ts'
import { nativeCheck } from './native-check.ts'
import { optionsOf } from './options-of.ts'

/** A choice is a cabinet door; the radio is its knob. */
export function ChoiceControl({ name, field, answer, onAnswer, labelledBy }: FieldProps<ChoiceField>) {
  // What is marked is kept here and not read back from the answer: words that happen to equal an option,
  // or the word Other, would flip or blank the control under the visitor's hands.
  const [marked, setMark] = useState(() => markOf(field, answer))
  // A program that filled in the form may have marked something else.
  const mark = answerOf(marked) === answer ? marked : markOf(field, answer)
  const put = (next: Mark) => {
    setMark(next)
    onAnswer(answerOf(next))
  }

  return (
    <div className="choices" role="radiogroup" aria-labelledby={labelledBy} aria-required={!field.optional}>
      {optionsOf(field).map(({ option, label }, index) => {
        const id = `${controlId(name)}-${index}`
        return (
          <div className="choice" key={option}>
            <input
              className="knob"
              type="radio"
              id={id}
              name={name}
              value={option}
              checked={mark.option === option}
              required={!field.optional}
              onChange={() => put({ option, words: '' })}
              {...nativeCheck}
            />
            <label id={`${id}-label`} htmlFor={id} data-option={label}>
              <span>{unbroken(label)}</span>
            </label>
            {field.pictured === 'kitchen' && <KitchenThumbnail answer={option} />}
            {field.other && option === OTHER && (
              <textarea
                className="input words"
                name={name}
                rows={8}
                required
                disabled={mark.option !== OTHER}
                maxLength={LONGEST_ANSWER}
                value={mark.words}
                aria-labelledby={`${id}-label ${labelledBy}`}
                onChange={({ target }) => put({ option: OTHER, words: asTyped(target.value, field.kind) })}
                {...nativeCheck}
                // What nobody has to fill in is not wanting, whatever the browser said of it before.
                aria-invalid={mark.option === OTHER ? undefined : false}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
