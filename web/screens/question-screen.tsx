import type { ReactNode } from 'react'
import { type Field, isHouseChart } from '../../questionnaire/field.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import type { Chapter, Screen } from '../../questionnaire/screens.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { controlId, type FieldProps } from '../fields/field-props.ts'
import { LabelledField } from '../fields/labelled-field.tsx'
import { Counter } from '../pictures/counter.tsx'
import { Street } from '../pictures/street.tsx'
import { HEADING, Heading } from '../ui/heading.tsx'
import { Full, type Pigment, Split } from '../ui/layout.tsx'
import { useMoment, useVisit } from '../visit/use-visit.tsx'
import { PrivacyLink } from './privacy-link.tsx'

interface QuestionScreenProps {
  readonly screen: Extract<Screen, { kind: 'questions' }>
  readonly title: string
  readonly bar: ReactNode
}

/** A screen that asks: one question under its own heading, or several with a label each. */
export function QuestionScreen({ screen, title, bar }: QuestionScreenProps) {
  const [first, ...others] = screen.fields
  if (!first) return null
  const field = fieldNamed(first)

  if (isHouseChart(field)) {
    return (
      <Full bar={bar}>
        <div className="chart-heading">
          <Heading>{title}</Heading>
          <p id="legend">{withOptional(field.label, field)}</p>
        </div>
        <Asked name={first} labelledBy="legend" />
      </Full>
    )
  }

  const isAlone = others.length === 0
  const words = isAlone ? withOptional(title, field) : title
  const isLabel = isAlone && field.kind !== 'choice'
  const heading = isLabel ? <label htmlFor={controlId(first)}>{words}</label> : words
  return (
    <Split
      bar={bar}
      pigment={PIGMENTS[screen.chapter]}
      className={isRoomy(screen) ? 'roomy' : ''}
      pane={
        <>
          <div className="pane-text">
            <Heading long={title.length > 60}>{heading}</Heading>
          </div>
          {drawingFor(screen)}
        </>
      }
    >
      {isAlone ? (
        <Asked name={first} labelledBy={HEADING} />
      ) : (
        <div className="fields">
          {screen.fields.map((name, index) => (
            <Asked key={name} name={name} enterKeyHint={index < others.length ? 'next' : 'done'} />
          ))}
        </div>
      )}
      {screen.fields.includes('email') && <PrivacyLink />}
    </Split>
  )
}

type AskedProps = Pick<FieldProps, 'name' | 'labelledBy' | 'enterKeyHint'>

/** One question's control, with a label of its own where nothing else asks. It alone is drawn anew with its answer. */
function Asked(props: AskedProps) {
  const { name, labelledBy } = props
  const { answer } = useVisit()
  const given = useMoment(({ visit }) => visit.answers[name])
  const Control = labelledBy ? FieldControl : LabelledField
  return (
    <Control {...props} field={fieldNamed(name)} answer={given} onAnswer={(text) => answer(name, text)} />
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

/** Few enough controls that a phone has room for the drawing too. */
const isRoomy = ({ fields }: QuestionScreenProps['screen']) =>
  fields
    .map(fieldNamed)
    .every(
      (field) => field.kind === 'dropdown' || (field.kind === 'choice' && !field.other && !field.pictured),
    )

/** Photographs and drawings never share a view: a choice of pictured kitchens has no drawing beside it. */
function drawingFor({ chapter, fields }: QuestionScreenProps['screen']) {
  if (fields.some((name) => 'pictured' in fieldNamed(name))) return null
  return chapter === 'house' ? <Street /> : <Counter kettle={chapter === 'contact' ? 'green' : 'ox'} />
}
