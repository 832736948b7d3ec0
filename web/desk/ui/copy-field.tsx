import { useRef, useState } from 'react'
import { Button, TextField } from './form-controls.tsx'

/** A text that is shown once, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')

  async function copy() {
    try {
      // Missing over plain http.
      await navigator.clipboard.writeText(value)
      setStatus('Copied.')
    } catch {
      field.current?.select()
      setStatus('The text is selected. Copy it with your keyboard or the menu.')
    }
  }

  return (
    <>
      <TextField label={label} ref={field} readOnly value={value} onFocus={({ target }) => target.select()} />
      <Button className="button primary" onClick={copy}>
        Copy
      </Button>
      <p className="hint" role="status">
        {status}
      </p>
    </>
  )
}
