import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
import { type FieldName, fieldNamed } from '../../../../questionnaire/fields.ts'
import { fieldsOf, screens } from '../../../../questionnaire/screens.ts'
import { coverHtml } from '../cover.ts'
import 'survey-core/survey-core.fontless.css'

/** The same visit for SurveyJS: a page for each screen. A slide is its title alone, which is less than ours shows. */
const pages = screens.map((screen, index) => ({
  name: `sec${index}`,
  title: 'title' in screen ? screen.title : '',
  elements:
    screen.kind === 'landing'
      ? [{ type: 'html', name: 'cover', html: coverHtml }]
      : fieldsOf(screen).length > 0
        ? fieldsOf(screen).map((name) => questionOf(name, index))
        : [{ type: 'html', name: `slide${index}`, html: `<p>${screen.title}</p>` }],
}))

function questionOf(name: FieldName, page: number) {
  const field = fieldNamed(name)
  const common = { name: `${name}${page}`, title: field.label, isRequired: !field.optional }
  switch (field.kind) {
    case 'email':
      return { ...common, type: 'text', inputType: 'email' }
    case 'phone':
      return { ...common, type: 'text', inputType: 'tel' }
    case 'text':
      return { ...common, type: 'text' }
    case 'long text':
      return { ...common, type: 'comment' }
    case 'dropdown':
      return { ...common, type: 'dropdown', renderAs: 'select', choices: field.options }
    case 'choice':
      return { ...common, type: 'radiogroup', choices: field.options, showOtherItem: field.other ?? false }
  }
}

const survey = new Model({
  pages,
  firstPageIsStartPage: true,
  startSurveyText: 'START HERE',
  pageNextText: 'Next',
})
// The bench answers through the model, as SurveyJS' own tests do, and presses Next like a visitor.
Object.assign(window, { survey })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(<Survey model={survey} />)
