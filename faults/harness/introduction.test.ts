import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { groups } from '../groups.ts'
import { INTRODUCTION } from './introduction.ts'

const report = await readFile(new URL('../../docs/reports/faults.md', import.meta.url), 'utf8')

it('docs/reports/faults.md begins as the next run will write it', () => {
  assert.equal(report.slice(0, report.indexOf('\n## ')), INTRODUCTION)
})

it('a number of the list has a row, or a reason why it has none', () => {
  const told = new Set(
    [...report.matchAll(/^(?:\| ([^|]+) \||- ([^:]+):)/gm)].flatMap(([, row = '', reason = '']) =>
      numbersIn(row || reason),
    ),
  )
  const all = [...numbersIn('F01-F75'), ...numbersIn('3.1-3.19')]
  assert.deepEqual(
    all.filter((number) => !told.has(number)),
    [],
  )
})

it('each fault that the programs can bring about has its line', () => {
  const faults = groups.flatMap((group) => group.faults)
  const absent = faults.filter(({ rows, name }) => !report.includes(`| ${rows} | ${name} |`))
  assert.deepEqual(
    absent.map(({ name }) => name),
    [],
  )
})

/** `F28 F30` and `3.1-3.11`, one by one. */
function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/(F|3\.)(\d+)(?:-\1(\d+))?/g)].flatMap(([, kind = '', first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${kind}${Number(first) + index}`),
  )
}
