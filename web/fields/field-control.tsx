import type { ReactElement } from 'react'
import { ChoiceControl } from './choice-control.tsx'
import { DropdownControl } from './dropdown-control.tsx'
import type { FieldProps } from './field-props.ts'
import { HouseChart } from './house-chart.tsx'
import { LongTextControl, TextControl } from './text-controls.tsx'

/** The native control for each kind of field. */
export function FieldControl({ field, ...props }: FieldProps): ReactElement {
  switch (field.kind) {
    case 'email':
    case 'phone':
    case 'text':
      return <TextControl field={field} {...props} />
    case 'long text':
      return <LongTextControl field={field} {...props} />
    case 'dropdown':
      return <DropdownControl field={field} {...props} />
    case 'choice':
      return field.pictured === 'house' ? (
        <HouseChart field={field} {...props} />
      ) : (
        <ChoiceControl field={field} {...props} />
      )
  }
}
