import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Seal, type Tone } from './icons.tsx'

interface MessageDialogProps {
  readonly tone: Tone
  readonly message: string
  readonly onClose: () => void
}

export function MessageDialog({ tone, message, onClose }: MessageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  // Only showModal() makes the page behind it inert and moves the focus inside.
  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      className="message"
      data-tone={tone}
      ref={dialog}
      aria-labelledby="message"
      onKeyDown={ignoreHeldKey}
      onClose={onClose}
    >
      <Seal tone={tone} />
      <p className="serif" id="message">
        {message}
      </p>
      <button className="button primary" type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}

/** The key that pressed Submit may still be held, and nobody has read the message yet. */
function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault()
}
