// First, because it reads the parent process when it is loaded.
import '../server/lib/graceful-shutdown.ts'
import { isBuilt } from '../server/site/source-hash.ts'

// Builds the site if it is missing or outdated, then starts the server.
if (!(await isBuilt())) {
  console.log('Building the site…')
  // In another process, so that the server does not keep the memory of the build.
  const { run } = await import('./run.ts')
  const { code } = await run(process.execPath, ['scripts/build.ts'])
  if (code !== 0) process.exit(code)
}
await import('../server/main.ts')
