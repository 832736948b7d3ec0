import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '../../../desk/limits.ts'
import { useFocusFallback } from './focus.ts'

interface ActionFormProps<Fields> {
  /** What useAction returns. Its input is the text of each field by name. */
  readonly action: {
    readonly run: (fields: Fields) => Promise<boolean>
    readonly isBusy: boolean
    readonly problem: string
  }
  /** The text of the button, and of the same button while the server is asked. */
  readonly label: string
  readonly busy?: string
  readonly look?: string
  readonly children: ReactNode
}

/** The fields of an action, why it failed, and the button that sends it. Afterwards the fields are as they were. */
export function ActionForm<Fields extends object>(props: ActionFormProps<Fields>) {
  const { action, label, busy = label, look = 'primary small', children } = props
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        const form = event.currentTarget
        if (await action.run(Object.fromEntries(new FormData(form)) as Fields)) form.reset()
      }}
    >
      {children}
      <FormProblem>{action.problem}</FormProblem>
      <button className={`button ${look}`} type="submit" aria-disabled={action.isBusy}>
        {action.isBusy ? busy : label}
      </button>
    </form>
  )
}

/** Why something failed. It stays without a text too, or its text would not be read out. */
export const FormProblem = ({ children }: { children: string }) => (
  <p className="form-problem" role="alert">
    {children}
  </p>
)

interface TextFieldProps extends ComponentProps<'input'> {
  readonly name: string
  readonly label: string
  /** In a row of fields. */
  readonly isSmall?: true
}

/** A labeled input, with what follows it. */
export function TextField({ label, isSmall, children, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <p className={isSmall && 'small-field'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input className="input" id={id} required {...input} />
      {children}
    </p>
  )
}

interface NamedField {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly onChange?: () => void
}

interface SelectFieldProps extends NamedField {
  /** The text of the option for no choice. */
  readonly any: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

/** A native select, which its form reads by name. */
export function SelectField({ name, label, any, value, options, onChange }: SelectFieldProps) {
  const id = useId()
  // A link may name a person or a type that was removed since.
  const isUnknown = value && !options.some(([option]) => option === value)
  // The option keeps its key when the options load later, and so stays chosen.
  const all = isUnknown ? [...options, [value, value] as const] : options
  return (
    <p className="small-field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={value ?? ''} onChange={onChange}>
        <option value="">{any}</option>
        {all.map(([option, text]) => (
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

interface ButtonProps extends ComponentProps<'button'> {
  /** The button is off while this action is being sent. */
  readonly action?: { readonly isBusy: boolean }
  /** Follows the text for screen readers, because other rows have the same button. */
  readonly about?: string
}

export const Button = ({ action, about, children, ...button }: ButtonProps) => (
  <button className="button secondary small" aria-disabled={action?.isBusy} {...button} type="button">
    {children}
    {about && <span className="unseen"> {about}</span>}
  </button>
)

interface TransientButtonProps extends ButtonProps {
  /** Where the focus goes when the button is removed; by default to the page's heading. */
  readonly next?: () => HTMLElement | null | undefined
}

/** A button that is removed once it has done its work. */
export const TransientButton = ({ next, ...button }: TransientButtonProps) => (
  <Button {...button} ref={useFocusFallback<HTMLButtonElement>(next)} />
)

/** The password of the signed-in person, who proves with it who they are. */
export const CurrentPasswordField = ({ name, email }: { name: string; email: string }) => (
  <>
    {/* For password managers. */}
    <input type="email" autoComplete="username" value={email} readOnly hidden />
    <TextField name={name} label="Current password" type="password" autoComplete="current-password" />
  </>
)

/** A new password, which can be shown instead of typed twice. */
export function NewPasswordField() {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <p id="rules">
        At least {MIN_PASSWORD_LENGTH} characters. Four or more words with spaces between them are easy to
        remember and hard to guess.
      </p>
      <TextField
        name="password"
        label="New password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        aria-describedby="rules"
        minLength={MIN_PASSWORD_LENGTH}
      />
      <p className="check-line">
        <input id="show" type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
        <label htmlFor="show">Show it</label>
      </p>
    </>
  )
}

/** The address with which a person signs in. */
export const EmailField = (input: Pick<ComponentProps<'input'>, 'defaultValue' | 'ref'>) => (
  <TextField
    name="email"
    label="Email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...input}
  />
)
