import { Formio } from '@formio/js/form'
import { type FieldName, fieldNamed } from '../../../../questionnaire/fields.ts'
import { fieldsOf, screens } from '../../../../questionnaire/screens.ts'
import { coverHtml } from '../cover.ts'
import '@formio/js/dist/formio.form.min.css'

/** The same visit as a Form.io wizard: a panel for each screen, and only a title for a slide. */
const panels = screens.map((screen, index) => ({
  type: 'panel',
  key: `sec${index}`,
  title: 'title' in screen ? screen.title : 'Start',
  components:
    screen.kind === 'landing'
      ? [{ type: 'content', key: 'cover', html: coverHtml }]
      : fieldsOf(screen).length > 0
        ? fieldsOf(screen).map((name) => componentOf(name, index))
        : [{ type: 'content', key: `slide${index}`, html: `<p>${screen.title}</p>` }],
}))

function componentOf(name: FieldName, page: number) {
  const field = fieldNamed(name)
  const common = {
    key: `${name}${page}`,
    label: field.label,
    input: true,
    validate: { required: !field.optional },
  }
  switch (field.kind) {
    case 'email':
      return { ...common, type: 'email' }
    case 'phone':
      return { ...common, type: 'phoneNumber', inputMask: '' }
    case 'text':
      return { ...common, type: 'textfield' }
    case 'long text':
      return { ...common, type: 'textarea' }
    case 'dropdown':
      return {
        ...common,
        type: 'select',
        widget: 'html5',
        data: { values: field.options.map((value) => ({ value, label: value })) },
      }
    case 'choice':
      return { ...common, type: 'radio', values: field.options.map((value) => ({ value, label: value })) }
  }
}

await Formio.createForm(document.getElementById('root'), { display: 'wizard', components: panels })
