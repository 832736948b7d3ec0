import { useAfterTransition } from './use-after-transition.ts'

/**
 * In the served HTML until the script removes it. The styles show it a few seconds after START HERE is pressed. The
 * status element exists from the start, because screen readers announce only changes inside one.
 */
export function SlowNotice({ id }: { id?: string }) {
  const isScriptLoaded = useAfterTransition()
  return isScriptLoaded ? null : (
    <div role="status">
      <p className="slow-notice" id={id}>
        The page is taking a while. <a href="/">Reload</a>
      </p>
    </div>
  )
}
