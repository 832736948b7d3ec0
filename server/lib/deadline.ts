/** For a submission. The browser waits longer: web/visit/send-project.test.ts. */
export const REQUEST_DEADLINE_MS = 15_000
/** A database that has not answered by then counts as offline: docs/decisions/0001. */
export const STORE_DEADLINE_MS = 10_000

/** The deadline passed; the work may still succeed. */
export class TooLate extends Error {}

/** The result of `work`, or a TooLate error after `ms`. The work itself continues. */
export async function withDeadline<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`${what} took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
