import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../groups.ts'
import type { Fault, Group } from './fault.ts'
import { NOT_IN_TABLES, type Row, reportAfter } from './report.ts'

const result = { runs: 7, lost: 0, duplicated: 0, wrongText: 0, longestWaitMs: 0, failures: [] }
const fault = (name: string): Fault => ({ rows: 'F01', name, run: async () => result })
const disk = fault('SQLite: a full disk')
const cloud = fault('Firestore is down')
const group: Group = { name: 'store', title: 'Store', faults: [disk, cloud], concurrency: 1 }
const whole = { share: 1, only: '' }

const ran = (one: Fault): Row => ({ fault: one, result, seconds: 1 })
const skipped = (one: Fault): Row => ({ fault: one, skipped: 'no emulator', seconds: 0 })

const tablesIn = (report: string) => [...report.matchAll(/^## (.*)\n\n\d/gm)].map(([, title]) => title)

it('a run of a whole group replaces its table and those of its parts, and leaves other groups', () => {
  let report = reportAfter('', { ...group, title: 'Mail' }, [ran(disk)], whole)
  report = reportAfter(report, group, [ran(disk)], whole)
  report = reportAfter(report, group, [ran(cloud)], { share: 1, only: 'Firestore' })
  assert.deepEqual(tablesIn(report), ['Mail', 'Store', 'Store: Firestore'])
  assert.deepEqual(tablesIn(reportAfter(report, group, [ran(disk), ran(cloud)], whole)), ['Mail', 'Store'])
})

it('the table of a part that this machine cannot run stays', () => {
  const before = reportAfter('', group, [ran(cloud)], { share: 1, only: 'Firestore' })
  const after = reportAfter(before, group, [ran(disk), skipped(cloud)], whole)
  assert.deepEqual(tablesIn(after), ['Store', 'Store: Firestore'])
})

it('begins with the sums of all tables', () => {
  const report = reportAfter('', { ...group, title: 'Mail' }, [ran(disk)], whole)
  const sums = /1 kinds of faults were produced 7 times: 0 projects were lost.* 1 rows were not run/
  assert.match(reportAfter(report, group, [skipped(cloud)], whole), sums)
})

it('every number in the list of faults has a row, or a reason why it has none', () => {
  const reasons = [...NOT_IN_TABLES.matchAll(/^- ([^:]+):/gm)].map(([, reason = '']) => reason)
  const rows = groups.flatMap(({ faults }) => faults.map((one) => one.rows))
  const covered = new Set([...reasons, ...rows].flatMap(numbersIn))
  const all = [...numbersIn('F01-F85'), ...numbersIn('3.1-3.19')]
  assert.deepEqual(
    all.filter((number) => !covered.has(number)),
    [],
  )
})

/** Splits `F28 F30` and `3.1-3.11` into single numbers. */
function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/(F|3\.)(\d+)(?:-\1(\d+))?/g)].flatMap(([, kind = '', first = '', last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${kind}${String(Number(first) + index).padStart(kind === 'F' ? 2 : 1, '0')}`,
    ),
  )
}
