import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Seal, type Tone } from './icons.tsx'
import { ignoreHeldKey } from './ignore-held-key.ts'

interface MessageDialogProps {
  /** Adds a seal. */
  readonly tone?: Tone
  readonly message: string
  readonly onClose: () => void
  /** Shown instead of the button Close. */
  readonly children?: ReactNode
}

export function MessageDialog({ tone, message, onClose, children }: MessageDialogProps) {
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
      {tone && <Seal tone={tone} />}
      <p className="serif" id="message">
        {message}
      </p>
      {children ?? (
        <button className="button primary" type="button" onClick={closeDialog}>
          Close
        </button>
      )}
    </dialog>
  )
}

/** Closes the dialog around a button. The focus returns to where it was. */
export function closeDialog({ currentTarget }: MouseEvent) {
  currentTarget.closest('dialog')?.close()
}
