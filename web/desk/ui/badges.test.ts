import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LOST, statuses } from '../../../desk/status.ts'
import { rendererOf } from '../testing/render.ts'

it('a status badge has an inch per step, and none when lost or reworded', async () => {
  const show = await rendererOf('ui/badges.tsx', 'StatusBadge')
  const inches = (status: string) =>
    [...show({ status }).matchAll(/<i( data-on="true")?>/g)].map(([, on]) => (on ? 1 : 0)).join('')
  const steps = statuses.filter((status) => status !== LOST)
  for (const [index, status] of steps.entries())
    assert.equal(inches(status), '1'.repeat(index + 1).padEnd(steps.length, '0'))
  for (const status of [LOST, 'A reworded status']) assert.equal(inches(status), '0'.repeat(steps.length))
})
