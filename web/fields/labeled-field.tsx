import { withBrand } from '../../questionnaire/business.ts'
import { useBusiness } from '../ui/business.ts'
import { FieldControl } from './field-control.tsx'
import { controlId, type FieldProps } from './field-props.ts'

export function LabeledField({ label, ...props }: FieldProps & { readonly label?: string }) {
  const { brandName } = useBusiness()
  const { name, field } = props
  const labelId = `${controlId(name)}-label`
  return (
    <div className="field" data-size={field.size}>
      <label className="label" id={labelId} htmlFor={controlId(name)}>
        {label ?? withBrand(field.label, brandName)}
        {field.optional && <span> (optional)</span>}
      </label>
      <FieldControl {...props} labelledBy={labelId} />
    </div>
  )
}
