import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sampleId } from '../testing/sample-id.ts'
import { testApp } from '../testing/test-app.ts'
import { leftBehindWarning } from './left-behind-warning.ts'

it('who starts on an empty PostgreSQL hears of the file that was used before', async (t) => {
  const { put, directory, services } = await testApp(t)
  const postgres = { driver: 'postgres', url: 'postgres://guide@localhost/guide' } as const
  const file = join(directory, 'projects.db')
  const warning = (storage: Parameters<typeof leftBehindWarning>[0], path: string) =>
    leftBehindWarning(storage, services.store, path)
  assert.match((await warning(postgres, file)) ?? '', /npm run move -- sqlite:.*projects\.db$/)
  assert.equal(await warning(postgres, `${file}.old`), null)
  assert.equal(await warning({ driver: 'sqlite', path: file }, file), null)
  await put(sampleId(), sampleAnswers())
  assert.equal(await warning(postgres, file), null)
})
