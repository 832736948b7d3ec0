import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { eventually, startProcess } from '../server/testing/server-process.ts'
import { temporaryDirectory } from '../server/testing/test-app.ts'
import { watchSources } from './watch-sources.ts'

it('every change of a source restarts the program, also when an editor replaces the file', async (t) => {
  const directory = await temporaryDirectory(t)
  for (const folder of ['server', 'desk', 'questionnaire']) await mkdir(join(directory, folder))
  const source = join(directory, 'questionnaire', 'fields.ts')
  const put = async (words: string) => {
    await writeFile(`${source}~`, `console.log('${words}')`)
    await rename(`${source}~`, source)
  }
  await put('first')
  await writeFile(join(directory, 'server/main.ts'), `import '../questionnaire/fields.ts'`)

  const program = startProcess(process.execPath, [...watchSources, 'server/main.ts'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => program.kill())
  let said = ''
  program.stdout?.on('data', (piece) => {
    said += piece
  })
  const isSaid = (words: string) => eventually(async () => said.includes(words))
  await isSaid('first')
  for (const words of ['second', 'third', 'fourth']) {
    await put(words)
    await isSaid(words)
  }
})
