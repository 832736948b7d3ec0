import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import type { Option } from '../../../desk/filters.ts'
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

/** Why something failed. Rendered even when empty, because screen readers announce changes of an existing alert. */
export const FormProblem = ({ children }: { children: string }) => (
  <p className="form-problem" role="alert">
    {children}
  </p>
)

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
}

/** A labeled input, with what follows it. */
export function TextField({ label, children, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <p>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input className="input" id={id} required {...input} />
      {children}
    </p>
  )
}

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly label: string
  /** The option for no choice. */
  readonly any?: string
  readonly options: readonly Option[]
}

/** A labeled native select. */
export function SelectField({ label, any, options, ...select }: SelectFieldProps) {
  const id = useId()
  // What was chosen may have been reworded or removed since, or the options are not loaded yet.
  const chosen = String(select.value ?? select.defaultValue ?? '')
  const isUnknown = chosen && !options.some(({ value }) => value === chosen)
  // The option keeps its key when the options load later, and so stays chosen.
  const all = isUnknown ? [...options, { value: chosen, text: chosen }] : options
  return (
    <p>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select className="input" id={id} {...select}>
        {any && <option value="">{any}</option>}
        {all.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  )
}

interface DateFieldProps {
  readonly name: string
  readonly label: string
  readonly defaultValue: string | undefined
  readonly onChange?: () => void
}

/** A native date. It applies when the field is left, not while the year is being typed. */
export const DateField = ({ defaultValue = '', onChange, ...input }: DateFieldProps) => (
  <TextField
    {...input}
    type="date"
    required={false}
    defaultValue={defaultValue}
    onBlur={({ target }) => {
      if (target.value !== defaultValue) onChange?.()
    }}
  />
)

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
      <label className="check">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
        Show password
      </label>
    </>
  )
}

/** The address with which a person signs in. */
export const EmailField = (input: Pick<ComponentProps<'input'>, 'defaultValue' | 'maxLength' | 'ref'>) => (
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
