const DAY_MS = 24 * 3600_000

/** What to tell whoever starts a server on a machine whose clock is behind, as without a battery; otherwise null. */
export const earlyClockWarning = (now: Date, builtAt: Date): string | null =>
  builtAt.getTime() - now.getTime() < DAY_MS
    ? null
    : `The clock of this machine says ${dayOf(now)}, but the site was built on ${dayOf(builtAt)}: set the clock. Projects get its date, and RETENTION_DAYS goes by that.`

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
