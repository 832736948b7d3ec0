import { formatNumber } from '../../desk/pluralize.ts'

type Report = (done: number, all?: number) => void

const INTERVAL_MS = 100

/**
 * Shows the progress on one line of the terminal, such as `12,000 of 100,000 projects`, and removes the line at the end.
 * Shows nothing if there is no terminal.
 */
export async function withProgress<T>(
  unit: string,
  work: (report: Report) => Promise<T>,
  terminal: { readonly isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Promise<T> {
  if (!terminal.isTTY) return work(() => {})
  let shownAt = Number.NEGATIVE_INFINITY
  const rewrite = (text: string) => terminal.write(`\r\x1b[K${text}`)
  try {
    return await work((done, all) => {
      if (performance.now() - shownAt < INTERVAL_MS) return
      shownAt = performance.now()
      rewrite(`${formatNumber(done)} ${all === undefined ? '' : `of ${formatNumber(all)} `}${unit}`)
    })
  } finally {
    rewrite('')
  }
}

/** Converts bytes for a progress line in MB. */
export const inMegabytes =
  (report: Report): Report =>
  (bytes, allBytes) =>
    report(Math.round(bytes / 1e6), allBytes && Math.round(allBytes / 1e6))
