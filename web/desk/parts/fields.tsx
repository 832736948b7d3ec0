import { useId } from 'react'

interface NamedField {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly onChange?: () => void
}

interface SelectFieldProps extends NamedField {
  /** The words for no choice. */
  readonly any: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** A native select that its form reads by its name. */
export function SelectField({ name, label, any, value, options, onChange }: SelectFieldProps) {
  const id = useId()
  // Who or what was removed may still have projects, and a link to them.
  const isUnknown = value && !options.some((option) => option.value === value)
  // Its option has the same key once it is known, and stays chosen: the options may come after the value.
  const all = isUnknown ? [...options, { value, text: value }] : options
  return (
    <p className="small-field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={value ?? ''} onChange={onChange}>
        <option value="">{any}</option>
        {all.map(({ value: option, text }) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </p>
  )
}

/** A native date. It counts when it is left or entered, not while its year is being typed. */
export function DateField({ name, label, value, onChange }: NamedField) {
  const id = useId()
  return (
    <p className="small-field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        type="date"
        defaultValue={value}
        onBlur={({ target }) => {
          if (target.value !== (value ?? '')) onChange?.()
        }}
      />
    </p>
  )
}
