import { useEffect, useRef } from 'react'
import { Seal, type Tone } from './icons.tsx'
import { ignoreHeldKey } from './ignore-held-key.ts'

interface MessageDialogProps {
  readonly tone: Tone
  readonly message: string
  readonly onClose: () => void
}

export function MessageDialog({ tone, message, onClose }: MessageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  // Only showModal() makes the page behind the dialog inert and moves the focus into it.
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
