import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { eventually, startProcess } from '../server/testing/server-process.ts'
import { temporaryDirectory } from '../server/testing/test-app.ts'
import { watchSources } from './watch-sources.ts'

it('every change of a source file restarts the program, even if an editor replaces the file', async (t) => {
  const directory = await temporaryDirectory(t)
  for (const folder of ['server', 'desk', 'questionnaire']) await mkdir(join(directory, folder))
  const source = join(directory, 'questionnaire', 'fields.ts')
  const replace = async (words: string) => {
    await writeFile(`${source}~`, `console.log('${words}')`)
    await rename(`${source}~`, source)
  }
  await replace('first')
  await writeFile(join(directory, 'server/main.ts'), `import '../questionnaire/fields.ts'`)

  const program = startProcess(process.execPath, [...watchSources, 'server/main.ts'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => program.kill())
  let output = ''
  program.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const waitFor = (words: string) => eventually(async () => output.includes(words))
  await waitFor('first')
  for (const words of ['second', 'third', 'fourth']) {
    await replace(words)
    await waitFor(words)
  }
})
