import { useId, useRef, useState } from 'react'
import type { NewLink } from '../../../desk/api.ts'
import { LINK_DAYS } from '../../../desk/limits.ts'
import { BASE } from '../app/paths.ts'
import { Button } from '../ui/form-controls.tsx'
import styles from './people.module.css'

/** The newest link that this page has made; older ones are not shown any more. */
export interface ShownLink extends NewLink {
  /** The person's name. */
  readonly name: string
  /** Below the form that invites, or in the person's row. */
  readonly place: 'form' | 'row'
}

/** A link to choose a password, which is shown once: the server has only its hash. */
export function NewLinkBox({ name, token, isEmailed }: ShownLink) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')

  async function copy() {
    try {
      // Missing over plain http.
      await navigator.clipboard.writeText(field.current?.value ?? '')
      setStatus('Copied.')
    } catch {
      field.current?.select()
      setStatus('The link is selected. Copy it with your keyboard or the menu.')
    }
  }

  return (
    <div className={styles.newLink}>
      <p>
        {isEmailed
          ? `The link was emailed to ${name}. You can also share it yourself.`
          : `The link was not emailed. Copy it, and send it to ${name}.`}
      </p>
      <p className="small-field">
        <label htmlFor={id}>
          Link for {name}: works once, within {LINK_DAYS} days
        </label>
        <input
          className="input"
          id={id}
          ref={field}
          readOnly
          value={`${location.origin}${BASE}#set=${token}`}
          onFocus={({ target }) => target.select()}
        />
      </p>
      <Button onClick={copy}>Copy the link</Button>
      <p className="hint" role="status">
        {status}
      </p>
    </div>
  )
}
