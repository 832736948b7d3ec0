import { type ComponentProps, useId } from 'react'
import { useFocusFallback } from './focus.ts'

interface NamedField {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly onChange?: () => void
}

interface SelectFieldProps extends NamedField {
  /** The text of the option for no choice. */
  readonly any: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
}

/** A native select, which its form reads by name. */
export function SelectField({ name, label, any, value, options, onChange }: SelectFieldProps) {
  const id = useId()
  // A link may name a person or a type that was removed since.
  const isUnknown = value && !options.some((option) => option.value === value)
  // The option keeps its key when the options load later, and so stays chosen.
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

/** A native date. It applies when the field is left, not while the year is being typed. */
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

interface TransientButtonProps extends ComponentProps<'button'> {
  /** Where the focus goes when the button is removed; by default to the page's heading. */
  readonly next?: () => HTMLElement | null | undefined
}

/** A button that is removed once it has done its work. */
export function TransientButton({ next, ...button }: TransientButtonProps) {
  return <button {...button} type="button" ref={useFocusFallback<HTMLButtonElement>(next)} />
}
