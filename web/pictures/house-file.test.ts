import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { it } from 'node:test'
import { fields } from '../../questionnaire/fields.ts'
import { houseFile } from './house-file.ts'

it('every house style has its drawing, and every drawing its style', async () => {
  const drawings = await readdir(new URL('../assets/houses/', import.meta.url))
  assert.deepEqual(fields.typeOfArchitecture.options.map(houseFile).sort(), drawings.sort())
})
