import assert from 'node:assert/strict'
import { it } from 'node:test'
import { earlyClockWarning } from './early-clock-warning.ts'

it('a clock that is behind the build is told, but not one that two machines may differ by', () => {
  const builtAt = new Date('2026-11-16T12:00:00Z')
  assert.equal(
    earlyClockWarning(new Date('2015-01-01T00:00:00Z'), builtAt),
    'The clock of this machine says 2015-01-01, but the site was built on 2026-11-16: set the clock. Projects get its date, and RETENTION_DAYS goes by that.',
  )
  assert.equal(earlyClockWarning(new Date('2026-11-15T13:00:00Z'), builtAt), null)
  assert.equal(earlyClockWarning(new Date('2029-01-01T00:00:00Z'), builtAt), null)
})
