import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Fault, Group } from './fault.ts'
import { type Row, reportAfter } from './report.ts'

const measured = { runs: 7, lost: 0, doubled: 0, wrongText: 0, longestWaitMs: 0, failures: [] }
const fault = (name: string): Fault => ({ rows: 'F01', name, run: async () => measured })
const disk = fault('SQLite: a full disk')
const cloud = fault('Firestore is down')
const group: Group = { name: 'store', title: 'Store', faults: [disk, cloud], atOnce: 1 }
const whole = { share: 1, only: '' }

const ran = (one: Fault): Row => ({ fault: one, measured, seconds: 1 })
const couldNot = (one: Fault): Row => ({ fault: one, skipped: 'no emulator', seconds: 0 })

const tablesIn = (report: string) => [...report.matchAll(/^## (.*)/gm)].map(([, title]) => title)

it('a run of a whole group replaces its table and those of its parts, and leaves other groups', () => {
  let report = reportAfter('', { ...group, title: 'Mail' }, [ran(disk)], whole)
  report = reportAfter(report, group, [ran(disk)], whole)
  report = reportAfter(report, group, [ran(cloud)], { share: 1, only: 'Firestore' })
  assert.deepEqual(tablesIn(report), ['Mail', 'Store', 'Store: Firestore'])
  assert.deepEqual(tablesIn(reportAfter(report, group, [ran(disk), ran(cloud)], whole)), ['Mail', 'Store'])
})

it('the table of a part that cannot be run here stays, of another machine as it is', () => {
  const before = reportAfter('', group, [ran(cloud)], { share: 1, only: 'Firestore' })
  const after = reportAfter(before, group, [ran(disk), couldNot(cloud)], whole)
  assert.deepEqual(tablesIn(after), ['Store', 'Store: Firestore'])
})
