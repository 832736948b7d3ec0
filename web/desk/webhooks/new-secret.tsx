import type { Ref } from 'react'
import { useDesk } from '../app/use-desk.ts'
import { Button, TransientButton } from '../ui/form-controls.tsx'
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

  async function copy() {
    try {
      // Missing over plain http.
      await navigator.clipboard.writeText(secret)
      announce('The secret was copied.')
    } catch {
      showError('The secret could not be copied. Select and copy it by hand.')
    }
  }

  return (
    <div className={styles.newSecret} role="status">
      <p>
        <b>The secret is only shown once.</b> Copy it into the program that receives the messages.
      </p>
      <code className="delivery-detail">{secret}</code>
      <p className={styles.buttons}>
        <Button ref={ref} onClick={copy}>
          Copy the secret
        </Button>
        <TransientButton onClick={onDone}>Done</TransientButton>
      </p>
    </div>
  )
}
