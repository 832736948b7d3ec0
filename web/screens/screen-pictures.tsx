import type { ReactNode } from 'react'
import { type ChoiceField, isHouseChart } from '../../questionnaire/field.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import type { Screen } from '../../questionnaire/screens.ts'
import { KitchenThumbnail } from '../fields/choice-control.tsx'
import { ChapterDrawing } from '../pictures/chapter-drawing.tsx'
import { HouseDrawing } from '../pictures/house-drawing.tsx'
import { slides } from '../slides/slides.tsx'
import { rangeWall } from './begin-screen.tsx'
import { positionOf } from './question-screen.tsx'
import { finishedKitchen } from './submit-screen.tsx'

/** The pictures of a screen without the screen. */
export function ScreenPictures({ screen }: { screen: Screen }): ReactNode {
  switch (screen.kind) {
    case 'landing':
      return null
    case 'begin':
      return rangeWall
    case 'slide':
      return slides[screen.slide].pictures
    case 'questions':
      return <QuestionPictures screen={screen} />
    case 'submit':
      return finishedKitchen
  }
}

function QuestionPictures({ screen }: { screen: Extract<Screen, { kind: 'questions' }> }) {
  const choices = screen.fields
    .map(fieldNamed)
    .filter((field): field is ChoiceField => field.kind === 'choice')
  const chart = choices.find(isHouseChart)
  if (chart) return chart.options.map((style) => <HouseDrawing key={style} style={style} />)
  const pictured = choices.filter((field) => field.pictured === 'kitchen')
  return (
    <>
      <ChapterDrawing chapter={screen.chapter} position={positionOf(screen)} />
      {pictured.flatMap(({ options }) =>
        options.map((option) => <KitchenThumbnail key={option} answer={option} />),
      )}
    </>
  )
}
