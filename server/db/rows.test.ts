import assert from 'node:assert/strict'
import { it } from 'node:test'
import { flag, json, number, oneOf, orNull, type Reader, readRow, text, time } from './rows.ts'

it('a row has the columns that are listed, each with its type', () => {
  const at = new Date('2026-11-16T15:00:00.000Z')
  const columns = {
    name: text,
    count: number,
    isOn: flag,
    at: time,
    sentAt: orNull(time),
    kind: oneOf(['a', 'b']),
    detail: json(),
  }
  const row = { name: '', count: 2, isOn: 1, at, sentAt: null, kind: 'b', detail: '{"a":[1]}', other: 'x' }
  const expected = { name: '', count: 2, isOn: true, at, sentAt: null, kind: 'b', detail: { a: [1] } }
  assert.deepEqual(readRow(row, columns), expected)
  // As the other database returns them: large integers as text, times as text, conditions as booleans.
  assert.deepEqual(readRow({ ...row, count: '2', isOn: true, at: at.toISOString() }, columns), expected)
})

it('a column that is missing or misspelled is an error', () => {
  assert.throws(
    () => readRow({ createdat: '' }, { createdAt: text }),
    /^Error: The row has no column createdAt$/,
  )
})

it('a value of the wrong type is an error, which does not quote it', () => {
  const readers: readonly (readonly [Reader<unknown>, unknown])[] = [
    [text, null],
    [text, 1],
    [number, ''],
    [number, 'Jane'],
    [number, null],
    [flag, 'Jane'],
    [time, 'Jane'],
    [time, null],
    [oneOf(['a', 'b']), 'Jane'],
    [json(), 'Jane'],
    [orNull(text), undefined],
  ]
  for (const [column, value] of readers)
    assert.throws(() => readRow({ column: value }, { column }), {
      message: 'The column column has a value of the wrong type',
    })
})
