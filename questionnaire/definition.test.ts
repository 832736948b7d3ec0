import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isHouseChart } from './field.ts'
import { fieldNamed, fieldNames } from './fields.ts'
import { OTHER } from './other-answer.ts'
import { fieldsOf, screens } from './screens.ts'

// The rules of fields.ts and screens.ts that their types cannot express.

it('every field name can be the name of a database column', () => {
  for (const name of fieldNames) assert.match(name, /^[a-z][a-z\d]{0,62}$/i)
  const names = fieldNames.map((name) => name.toLowerCase())
  assert.equal(new Set(names).size, names.length, 'databases ignore case in column names')
})

it('the options of a field are distinct, and none of them is empty or padded', () => {
  for (const name of fieldNames) {
    const field = fieldNamed(name)
    if (!('options' in field)) continue
    const options = field.kind === 'choice' && field.other ? [...field.options, OTHER] : field.options
    assert.equal(new Set(options).size, options.length, name)
    for (const option of options) assert.ok(option !== '' && option === option.trim(), `${name}: '${option}'`)
    for (const [present, former] of Object.entries(field.was ?? {})) {
      assert.ok(options.includes(present), `${name}: '${present}' is no option`)
      for (const words of former)
        assert.ok(!options.includes(words), `${name}: '${words}' is still an option`)
    }
  }
})

it('no screen asks a question twice, and the chart of houses has a screen of its own', () => {
  for (const names of screens.map(fieldsOf)) {
    assert.equal(new Set(names).size, names.length, names.join())
    if (names.map(fieldNamed).some(isHouseChart)) assert.equal(names.length, 1, names.join())
  }
})
