import assert from 'node:assert/strict'
import { formerStatuses, WON } from '../../../desk/status.ts'
import { formerRemodelTypes, remodelTypes } from '../../../questionnaire/business.ts'
import { sql } from '../../db/sql.ts'
import { onEveryDatabase, tablesWith } from '../../testing/desk.ts'

const MAJOR = remodelTypes.major.answer
Object.assign(formerRemodelTypes, { [MAJOR]: ['Big kitchen'] })
Object.assign(formerStatuses, { [WON]: ['Signed up'] })

await onEveryDatabase('A reworded option', {
  'is filtered, counted and shown with its current text, and stays stored with the former one': async ({
    submit,
    ask,
    file,
    write,
    desk,
  }) => {
    const id = await submit()
    await submit({ typeOfKitchenRemodel: remodelTypes.minor.answer })
    await write(
      sql`update projects set "typeOfKitchenRemodel" = 'Big kitchen' where id = ${id}`,
      sql`update desk_projects set remodel_type = 'Big kitchen', status = 'Signed up', is_waiting = 0
        where project_id = ${id}`,
    )
    for (const filter of [
      { type: MAJOR },
      { type: 'Big kitchen' },
      { status: WON },
      { status: 'Signed up' },
    ]) {
      const { projects } = (await ask('GET', `projects?${new URLSearchParams(filter)}`)).json()
      assert.deepEqual(
        projects.map((project: Record<string, string>) => [project.id, project.remodelType, project.status]),
        [[id, MAJOR, WON]],
        JSON.stringify(filter),
      )
    }
    assert.equal((await ask('GET', 'funnel')).json().sources[0].won, 1)
    assert.equal((await file(id)).answers.typeOfKitchenRemodel, MAJOR)
    // From a page that was opened before: the same answers, so nothing changes.
    await submit({ typeOfKitchenRemodel: 'Big kitchen' }, id)
    assert.equal((await file(id)).version, 0)
    assert.deepEqual(await tablesWith('Big kitchen', desk.db), ['desk_projects', 'projects'])
  },

  'is accepted in its former words': async ({ submit, file }) => {
    const id = await submit({ typeOfKitchenRemodel: 'Big kitchen' })
    assert.equal((await file(id)).remodelType, MAJOR)
  },
})
