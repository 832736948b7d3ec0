// First, since it remembers who started us.
import '../server/end-well.ts'
import { isBuilt } from './source-hash.ts'

// The one command: builds what is missing or old, then serves the whole product.
if (!(await isBuilt())) {
  console.log('Building the site…')
  const { buildSite } = await import('./build.ts')
  await buildSite()
}
await import('../server/main.ts')
