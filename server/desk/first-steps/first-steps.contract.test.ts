import assert from 'node:assert/strict'
import { BRAND_NAME } from '../../../questionnaire/business.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { TEST_HEADER } from '../../../questionnaire/visit-signals.ts'
import { onEveryDatabase } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'

await onEveryDatabase('First steps', {
  'are done by what the business has set and done, and end with a homeowner’s project': async ({
    ask,
    put,
    submit,
    ids,
    staff,
    audited,
  }) => {
    const steps = async () => (await ask('GET', 'first-steps')).json().steps
    // The environment sets TIME_ZONE and MAIL_TO, and Ada has invited Grace.
    const expected = { business: false, hours: true, leads: true, invite: true, try: false }
    assert.deepEqual(await steps(), expected)
    const change = { name: 'BRAND_NAME', before: BRAND_NAME, value: 'Oak & Sons' }
    assert.equal((await ask('POST', 'settings', { changes: [change] })).statusCode, 200)
    expected.business = true
    assert.deepEqual(await steps(), expected)
    await staff.people.remove('grace@kitchens.example')
    assert.deepEqual(await steps(), { ...expected, invite: false })

    assert.equal((await ask('POST', 'samples')).statusCode, 204)
    assert.equal((await ids()).length, 40)
    const test = sampleId()
    await put(test, sampleAnswers(), { [TEST_HEADER]: '1' })
    assert.deepEqual(await steps(), { ...expected, invite: false, try: true })
    assert.equal((await ask('DELETE', 'samples')).statusCode, 204)
    assert.deepEqual(await ids(), [test])
    assert.deepEqual(await audited(2), [
      'ada@kitchens.example samples removed 40 projects',
      'ada@kitchens.example samples added 40 projects',
    ])

    await submit()
    assert.equal(await steps(), null)
  },
})
