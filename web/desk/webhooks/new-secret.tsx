import type { Ref } from 'react'
import { useDesk } from '../app/use-desk.ts'
import { TransientButton } from '../ui/form-controls.tsx'
import styles from './webhooks.module.css'

interface NewSecretProps {
  readonly secret: string
  readonly onDone: () => void
  /** The button that copies it. */
  readonly ref?: Ref<HTMLButtonElement>
}

/** A secret that the server does not show again. */
export function NewSecret({ secret, onDone, ref }: NewSecretProps) {
  const { announce, showError } = useDesk()

  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => announce('The secret was copied.'),
      () => showError('The secret could not be copied. Select and copy it by hand.'),
    )

  return (
    <div className={styles.newSecret} role="status">
      <p>
        <b>The secret is only shown once.</b> Copy it into the program that receives the messages.
      </p>
      <code className="delivery-detail">{secret}</code>
      <p className={styles.buttons}>
        <button className="button secondary small" type="button" ref={ref} onClick={copy}>
          Copy the secret
        </button>
        <TransientButton className="button secondary small" onClick={onDone}>
          Done
        </TransientButton>
      </p>
    </div>
  )
}
