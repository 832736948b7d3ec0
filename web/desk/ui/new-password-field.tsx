import { useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '../../../desk/limits.ts'

interface NewPasswordFieldProps {
  readonly value: string
  readonly onChange: (password: string) => void
}

/** A new password, which can be shown instead of typed twice. */
export function NewPasswordField({ value, onChange }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <p id="rules">
        At least {MIN_PASSWORD_LENGTH} characters. Four or more words with spaces between them are easy to
        remember and hard to guess.
      </p>
      <p>
        <label className="label" htmlFor="new-password">
          New password
        </label>
        <input
          className="input"
          id="new-password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          aria-describedby="rules"
          required
          minLength={MIN_PASSWORD_LENGTH}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </p>
      <p className="check-line">
        <input
          id="show"
          type="checkbox"
          checked={isShown}
          onChange={({ target }) => setShown(target.checked)}
        />
        <label htmlFor="show">Show it</label>
      </p>
    </>
  )
}
