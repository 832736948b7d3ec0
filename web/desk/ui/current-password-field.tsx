import { type Ref, useId } from 'react'

interface CurrentPasswordFieldProps {
  /** The person's address, for password managers. */
  readonly email: string
  readonly value: string
  readonly onChange: (password: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** The password of the signed-in person, who proves with it who they are. */
export function CurrentPasswordField({ email, value, onChange, ref }: CurrentPasswordFieldProps) {
  const id = useId()
  return (
    <>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <p>
        <label className="label" htmlFor={id}>
          Current password
        </label>
        <input
          className="input"
          id={id}
          ref={ref}
          type="password"
          autoComplete="current-password"
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </p>
    </>
  )
}
