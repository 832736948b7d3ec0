import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { ignoreHeldKey } from '../../ui/ignore-held-key.ts'
import styles from './door-panel.module.css'

export interface Question {
  readonly title: string
  readonly text?: string
  /** What follows the text, such as a form that confirms by calling `confirm`. */
  readonly body?: (confirm: () => void) => ReactNode
  /** The button that confirms. */
  readonly yes?: string
  /** The button that only closes the dialog. */
  readonly no?: string
}

/** Asks before something final is done. `dialog` has to be rendered. */
export function useQuestion() {
  const [asked, setAsked] = useState<(Question & { readonly answer: (isYes: boolean) => void }) | null>(null)
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setAsked(null)
        resolve(isYes)
      }
      setAsked({ ...question, answer })
    })
  return { ask, dialog: asked && <QuestionDialog {...asked} /> }
}

interface QuestionDialogProps extends Question {
  readonly answer: (isYes: boolean) => void
}

const YES = 'yes'

function QuestionDialog({ title, text, body, yes, no = 'Cancel', answer }: QuestionDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const confirm = () => dialog.current?.close(YES)

  // Only showModal() makes the page behind the dialog inert and moves the focus into it.
  useLayoutEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      className={styles.panel}
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onKeyDown={ignoreHeldKey}
      onClose={({ currentTarget }) => answer(currentTarget.returnValue === YES)}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {text && <p id={`${id}-text`}>{text}</p>}
      {body?.(confirm)}
      {yes && (
        <button className="button danger" type="button" onClick={confirm}>
          {yes}
        </button>
      )}
      <button className="plain-button" type="button" onClick={() => dialog.current?.close()}>
        {no}
      </button>
    </dialog>
  )
}
