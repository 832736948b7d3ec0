import type { ReactNode } from 'react'
import type { Field } from '../../questionnaire/field.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import type { Chapter, Screen } from '../../questionnaire/screens.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { controlId, type FieldProps } from '../fields/field-props.ts'
import { LabelledField } from '../fields/labelled-field.tsx'
import { Counter } from '../pictures/counter.tsx'
import { Street } from '../pictures/street.tsx'
import { HEADING, Heading } from '../ui/heading.tsx'
import { Full, type Pigment, Split } from '../ui/layout.tsx'
import { useVisit } from '../visit/use-visit.tsx'
import { PrivacyLink } from './privacy-link.tsx'
import { useHeld } from './use-held.ts'

interface QuestionScreenProps {
  readonly screen: Extract<Screen, { kind: 'questions' }>
  readonly title: string
  readonly bar: ReactNode
}

/** A screen that asks: one question under its own heading, or several with a label each. */
export function QuestionScreen({ screen, title, bar }: QuestionScreenProps) {
  const { visit, answer } = useVisit()
  const takeUpHeld = useHeld(screen)
  const propsOf = (name: FieldName): FieldProps => ({
    name,
    field: fieldNamed(name),
    answer: visit.answers[name],
    onAnswer(text) {
      takeUpHeld()
      answer(name, text)
    },
  })
  const [first, ...others] = screen.fields.map(propsOf)
  if (!first) return null

  if (isHouseChart(first.field)) {
    return (
      <Full bar={bar}>
        <div className="chart-heading">
          <Heading>{title}</Heading>
          <p id="legend">{withOptional(first.field.label, first.field)}</p>
        </div>
        <FieldControl {...first} labelledBy="legend" />
      </Full>
    )
  }

  const alone = others.length === 0
  const words = alone ? withOptional(title, first.field) : title
  const isLabel = alone && first.field.kind !== 'choice'
  const heading = isLabel ? <label htmlFor={controlId(first.name)}>{words}</label> : words
  return (
    <Split
      bar={bar}
      pigment={PIGMENTS[screen.chapter]}
      className={isRoomy([first, ...others]) ? 'roomy' : ''}
      pane={
        <>
          <div className="pane-text">
            <Heading long={title.length > 60}>{heading}</Heading>
          </div>
          {drawingFor(screen)}
        </>
      }
    >
      {alone ? (
        <FieldControl {...first} labelledBy={HEADING} />
      ) : (
        <div className="fields">
          {[first, ...others].map((props, index) => (
            <LabelledField
              key={props.name}
              {...props}
              enterKeyHint={index < others.length ? 'next' : 'done'}
            />
          ))}
        </div>
      )}
      {screen.fields.includes('email') && <PrivacyLink />}
    </Split>
  )
}

const PIGMENTS: Record<Chapter, Pigment> = {
  welcome: 'paper',
  house: 'egg',
  scope: 'paper',
  plans: 'butter',
  wishes: 'sage',
  means: 'egg',
  worries: 'plaster',
  contact: 'plaster',
  promise: 'green',
}

const withOptional = (words: string, { optional }: Field) => (optional ? `${words} (optional)` : words)

const isHouseChart = (field: Field) => field.kind === 'choice' && field.pictured === 'house'

/** Few enough controls that a phone has room for the drawing too. */
const isRoomy = (asked: readonly FieldProps[]) =>
  asked.every(
    ({ field }) => field.kind === 'dropdown' || (field.kind === 'choice' && !field.other && !field.pictured),
  )

/** Photographs and drawings never share a view: a choice of pictured kitchens has no drawing beside it. */
function drawingFor({ chapter, fields }: QuestionScreenProps['screen']) {
  if (fields.some((name) => 'pictured' in fieldNamed(name))) return null
  return chapter === 'house' ? <Street /> : <Counter kettle={chapter === 'contact' ? 'green' : 'ox'} />
}
