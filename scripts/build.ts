import { readFile, rm, writeFile } from 'node:fs/promises'
import { build, type Manifest } from 'vite'
import { compressFiles } from './compress-files.ts'
import { SOURCE_HASH_FILE, sourceHash } from './source-hash.ts'

/**
 * Builds the product into dist/: `site/`, the files the public may fetch, with compressed copies, and
 * `page/page.js`, which renders the HTML of the visit and of the desk for whoever runs the site.
 */
export async function buildSite(): Promise<void> {
  const hash = await sourceHash()
  await rm('dist', { recursive: true, force: true })

  await build({
    logLevel: 'warn',
    build: {
      outDir: '../dist/site',
      emptyOutDir: true,
      manifest: 'manifest.json',
      rolldownOptions: { input: 'web/main.tsx' },
    },
  })
  const visit = await takeManifest()

  // A build of its own, so that nothing the desk needs can change or split the visit's script.
  await build({
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: '../dist/site',
      emptyOutDir: false,
      manifest: 'manifest.json',
      rolldownOptions: { input: { desk: 'web/desk/main.tsx', 'count-steps': 'web/count-steps.ts' } },
    },
  })
  const desk = await takeManifest()
  const site = {
    ...filesOf(visit, 'main.tsx'),
    counting: filesOf(desk, 'count-steps.ts').scripts,
    desk: filesOf(desk, 'desk/main.tsx'),
  }

  await build({
    logLevel: 'warn',
    publicDir: false,
    define: { SITE: JSON.stringify(site), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { outDir: '../dist/page', emptyOutDir: true, ssr: 'page.tsx' },
  })
  await compressFiles('dist/site')
  await writeFile(SOURCE_HASH_FILE, hash)
}

async function takeManifest(): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile('dist/site/manifest.json', 'utf8'))
  await rm('dist/site/manifest.json')
  return manifest
}

function filesOf(manifest: Manifest, name: string) {
  const entry = manifest[name]
  if (!entry) throw new Error(`The build has no ${name}`)
  if (entry.imports?.length) throw new Error(`${name} is not one script`)
  return { scripts: [`/${entry.file}`], styles: (entry.css ?? []).map((file) => `/${file}`) }
}

if (import.meta.main) await buildSite()
