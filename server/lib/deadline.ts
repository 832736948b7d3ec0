/** For a submission. A page waits for longer: web/visit/send-project.test.ts. */
export const REQUEST_DEADLINE_MS = 15_000
/** The bound of docs/decisions/0001: a database that has not answered by then is offline. */
export const STORE_DEADLINE_MS = 10_000

/** Time ran out; what was asked for may still happen. */
export class TooLate extends Error {}

/** The outcome of `work`, or a TooLate when it has not come in time. The work itself goes on. */
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
