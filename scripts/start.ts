// First, since it remembers who started us.
import '../server/lib/graceful-shutdown.ts'
import { isBuilt } from '../server/site/source-hash.ts'

// The one command: builds what is missing or old, then serves the whole product.
if (!(await isBuilt())) {
  console.log('Building the site…')
  // In a process of its own: what building takes, a server that goes on for months would hold.
  const { run } = await import('./run.ts')
  const { code } = await run(process.execPath, ['scripts/build.ts'])
  if (code !== 0) process.exit(code)
}
await import('../server/main.ts')
