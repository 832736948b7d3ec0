import { type ReactNode, useState } from 'react'
import { phoneAsked } from '../../questionnaire/answers.ts'
import type { AskPhone } from '../../questionnaire/business.ts'
import { type Field, isHouseChart } from '../../questionnaire/field.ts'
import { type FieldName, fieldAsked, fieldNamed } from '../../questionnaire/fields.ts'
import { type Chapter, fieldsAsked, type Screen, screens } from '../../questionnaire/screens.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { controlId, type FieldProps } from '../fields/field-props.ts'
import { LabeledField } from '../fields/labeled-field.tsx'
import { ChapterDrawing } from '../pictures/chapter-drawing.tsx'
import { useBusiness } from '../ui/business.ts'
import { HEADING, Heading } from '../ui/heading.tsx'
import { Full, type Pigment, Split } from '../ui/layout.tsx'
import { useVisit, useVisitState } from '../visit/use-visit.tsx'
import { PrivacyLink } from './privacy-link.tsx'

interface QuestionScreenProps {
  readonly screen: Extract<Screen, { kind: 'questions' }>
  readonly title: string
  readonly bar: ReactNode
}

/** A screen with one question, which is its heading, or with several labeled ones. */
export function QuestionScreen({ screen, title, bar }: QuestionScreenProps) {
  const { current } = useVisit()
  const business = useBusiness()
  // Does not change while the visitor types.
  const [askPhone] = useState(() => phoneAsked(business.askPhone, current().visit.answers))
  const names = fieldsAsked(screen, askPhone)
  const [first, ...others] = names
  if (!first) return null
  const field = fieldAsked(first, askPhone)

  if (isHouseChart(field)) {
    return (
      <Full bar={bar}>
        <div className="chart-heading">
          <Heading>{title}</Heading>
          <p id="legend">{withOptional(field.label, field)}</p>
        </div>
        <Question name={first} askPhone={askPhone} labelledBy="legend" />
      </Full>
    )
  }

  const isAlone = others.length === 0
  const text = isAlone ? withOptional(title, field) : title
  const isLabel = isAlone && field.kind !== 'choice'
  const heading = isLabel ? <label htmlFor={controlId(first)}>{text}</label> : text
  return (
    <Split
      bar={bar}
      pigment={PANE_COLORS[screen.chapter]}
      className={isRoomy(names) ? 'question roomy' : 'question'}
      pane={
        <>
          <div className="pane-text">
            <Heading long={title.length > 60}>{heading}</Heading>
          </div>
          <ChapterDrawing chapter={screen.chapter} position={positionOf(screen)} />
        </>
      }
    >
      {isAlone ? (
        <Question name={first} askPhone={askPhone} labelledBy={HEADING} />
      ) : (
        <div className="fields">
          {names.map((name, index) => (
            <Question
              key={name}
              name={name}
              askPhone={askPhone}
              enterKeyHint={index < others.length ? 'next' : 'done'}
            />
          ))}
        </div>
      )}
      {names.includes('email') && <PrivacyLink />}
    </Split>
  )
}

type QuestionProps = Pick<FieldProps, 'name' | 'labelledBy' | 'enterKeyHint'> & {
  readonly askPhone: AskPhone
}

/** One control, with a label unless another element asks the question. Only this renders again when its answer changes. */
function Question({ askPhone, ...props }: QuestionProps) {
  const { name, labelledBy } = props
  const { answer } = useVisit()
  const current = useVisitState(({ visit }) => visit.answers[name])
  const Control = labelledBy ? FieldControl : LabeledField
  return (
    <Control
      {...props}
      field={fieldAsked(name, askPhone)}
      answer={current}
      onAnswer={(text) => answer(name, text)}
    />
  )
}

const PANE_COLORS: Record<Chapter, Pigment> = {
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

const withOptional = (text: string, { optional }: Field) => (optional ? `${text} (optional)` : text)

/** True if the controls leave room for the drawing on a phone. */
const isRoomy = (names: readonly FieldName[]) =>
  names
    .map(fieldNamed)
    .every(
      (field) => field.kind === 'dropdown' || (field.kind === 'choice' && !field.other && !field.pictured),
    )

/** 1 for the first screen with questions of its chapter. */
export function positionOf(screen: QuestionScreenProps['screen']): number {
  const inChapter: readonly Screen[] = screens.filter(
    (other) => other.kind === 'questions' && other.chapter === screen.chapter,
  )
  return inChapter.indexOf(screen) + 1
}
