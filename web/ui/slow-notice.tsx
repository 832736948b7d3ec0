import { useAfterTransition } from './use-after-transition.ts'

/**
 * Served with the page and removed by the script. The styles show it some seconds after START HERE. The status element
 * is there from the start, because screen readers announce only changes inside of one.
 */
export function SlowNotice({ id }: { id?: string }) {
  const isScriptLoaded = useAfterTransition()
  return isScriptLoaded ? null : (
    <div role="status">
      <p className="late" id={id}>
        The guide is slow to come. <a href="/">Load it again</a>
      </p>
    </div>
  )
}
